import { sql } from "drizzle-orm";
import type { Ctx } from "../../ctx.ts";
import type { AsnMark } from "../../db/tables/asn.ts";
import type { AsnItem } from "./row-view.ts";
import type { AsnWindow } from "./window.ts";

/** The columns of an item that this query reads; `details.ts` reads the others. */
export type FoundItem = Omit<
  AsnItem,
  "email" | "title" | "sku" | "price" | "discount" | "ordered" | "shipment" | "dropoff"
> & {
  createdAtKey: string;
  itemId: string;
  lineItemId: string;
  position: number;
};

type ItemQuery = { window: AsnWindow; after: AsnMark | undefined; limit: number };

/**
 * Returns the items after a mark, newest return first. Does not read the documents of returns and orders:
 * they are large and would be read once per item.
 */
export async function itemsAfter(
  ctx: Ctx,
  storeId: string,
  { window, after, limit }: ItemQuery,
): Promise<FoundItem[]> {
  const { rows } = await ctx.db.execute<FoundItem>(sql`
    select r.created_at::text as "createdAtKey", i.id as "itemId", i.line_item_id as "lineItemId", i.position, i.units,
      i.unit_zero as "unitZero", r.number as "id", r.id as "serviceId", r.status, ${time(sql`r.created_at`)} as "createdAt",
      ${time(sql`r.updated_at`)} as "updatedAt", ${time(sql`closing.at`)} as "closedAt", closing.by as "actionedBy",
      o.number as "orderId", o.external_id as "orderName", o.currency, ${time(sql`o.created_at`)} as "orderedAt",
      i.reason, i.additions->>'upc' as upc, coalesce(i.additions->'refund'->>'type', i.compensation) as outcome,
      l.number as "destinationId", l.name as "destinationName",
      l.line1, l.line2, l.city, l.state as "region", l.postal_code as "postalCode"
    from returns r
    join orders o on o.store_id = r.store_id and o.id = r.order_id
    left join locations l on l.store_id = r.store_id and l.id = r.destination_id
    left join lateral (
      select at, by from return_history
      where store_id = r.store_id and return_id = r.id and "to" = r.status and r.status in ('complete', 'rejected', 'deleted')
      order by number desc limit 1
    ) closing on true
    cross join lateral (
      select * from return_items as item
      where item.store_id = r.store_id and item.return_id = r.id ${after && from(after)}
      order by item.id limit ${limit}
    ) i
    where r.store_id = ${storeId} and ${createdIn(window)} ${after && notBefore(after)}
    order by r.created_at desc, r.id desc, i.id
    limit ${limit}`);
  return rows;
}

/** Returns the number of units returned in a window. */
export async function countAsn(ctx: Ctx, storeId: string, window: AsnWindow): Promise<number> {
  const { rows } = await ctx.db.execute<{ units: string }>(sql`
    select coalesce(sum(i.quantity), 0) as units
    from returns r join return_items i on i.store_id = r.store_id and i.return_id = r.id
    where r.store_id = ${storeId} and ${createdIn(window)}`);
  return Number(rows[0]?.units ?? 0);
}

function createdIn({ from, to }: AsnWindow) {
  return sql`r.created_at between ${from.toISOString()} and ${to.toISOString()}`;
}

/** Includes the return of the mark, which may have more units. */
function notBefore({ createdAt, returnId }: AsnMark) {
  return sql`and (r.created_at, r.id) <= (${createdAt}::timestamptz, ${returnId})`;
}

/**
 * Selects the remaining items of the mark's return. The ids of a return's items have the order of their
 * positions.
 */
function from({ returnId, itemId, position }: AsnMark) {
  const place = itemId === undefined ? sql`item.position >= ${position}` : sql`item.id >= ${itemId}`;
  return sql`and (r.id <> ${returnId} or ${place})`;
}

function time(column: ReturnType<typeof sql>) {
  return sql`to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS"+00:00"')`;
}
