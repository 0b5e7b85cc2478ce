import { sql } from "drizzle-orm";
import type { Ctx } from "../../../core/ctx.ts";
import type { AsnMark } from "../../../platform/db/tables/asn.ts";
import type { UnitRange } from "../../returns/money/units.ts";
import type { AsnWindow } from "./window.ts";

/** An item of a return. `createdAtKey` is the return's creation time to the microsecond. */
export type FoundItem = {
  createdAtKey: string;
  returnId: string;
  itemId: string;
  lineItemId: string;
  position: number;
  quantity: number;
  units: UnitRange[];
  value: string;
  tax: string;
  /** The id of the unit 0 in the warehouse API, a 64-bit integer. */
  unitZero: string;
  upc: string | null;
  reason: string;
  outcome: string;
};

type ItemQuery = { window: AsnWindow; after: AsnMark | undefined; limit: number };

/**
 * Returns the items after a mark, newest return first. `details.ts` reads what the items of a return share,
 * once per return instead of once per item.
 */
export async function itemsAfter(
  ctx: Ctx,
  storeId: string,
  { window, after, limit }: ItemQuery,
): Promise<FoundItem[]> {
  const { rows } = await ctx.db.execute<FoundItem>(sql`
    select r.created_at::text as "createdAtKey", r.id as "returnId", i.id as "itemId",
      i.line_item_id as "lineItemId", i.position, i.quantity, i.units, i.value, i.tax, i.unit_zero as "unitZero",
      i.additions->>'upc' as upc, i.reason, coalesce(i.additions->'refund'->>'type', i.compensation) as outcome
    from returns r
    cross join lateral (
      select * from return_items as item
      where item.store_id = r.store_id and item.return_id = r.id ${after && from(after)}
      order by item.id limit ${limit}
    ) i
    where r.store_id = ${storeId} and ${after ? createdAfter(window, after) : createdIn(window)}
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

/**
 * The rest of the window after a mark in it, including the return of the mark, which may have more units.
 * The mark is the only bound on its side: of two, an index scan may begin at the wider one and walk over all
 * that was read before.
 */
function createdAfter({ from }: AsnWindow, { createdAt, returnId }: AsnMark) {
  return sql`r.created_at >= ${from.toISOString()} and (r.created_at, r.id) <= (${createdAt}::timestamptz, ${returnId})`;
}

/**
 * Selects the remaining items of the mark's return. The ids of a return's items have the order of their
 * positions.
 */
function from({ returnId, itemId }: AsnMark) {
  return sql`and (r.id <> ${returnId} or item.id >= ${itemId})`;
}
