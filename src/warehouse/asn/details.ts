import { sql } from "drizzle-orm";
import type { Ctx } from "../../ctx.ts";
import type { OrderBody } from "../../orders/schema.ts";
import type { Shipment } from "../../returns/additions-schema.ts";
import type { FoundItem } from "./items.ts";
import type { AsnItem } from "./row-view.ts";

/** What the rows of an item say beside what is read of it alone. */
export type ItemDetails = Omit<AsnItem, keyof FoundItem>;

/** What a return and its order say of the return's items. */
export type ReturnDetails = { of(item: FoundItem): ItemDetails };

/** So much of the documents of returns and orders is in memory at once. */
const AT_ONCE_BYTES = 4 * 1024 * 1024;

type Row = {
  id: string;
  email: string | null;
  dropoff: string | null;
  shipments: Shipment[] | null;
  lines: OrderBody["lineItems"];
};

/**
 * Reads what returns and their orders say, each document once: of the first of `ids`, as many as fit into
 * memory.
 */
export async function detailsOf(
  ctx: Ctx,
  storeId: string,
  ids: string[],
): Promise<Map<string, ReturnDetails>> {
  if (ids.length === 0) return new Map();
  const { rows } = await ctx.db.execute<Row>(sql`
    select id, body->'customer'->>'email' as email, additions->'dropoffs'->0->>'provider' as dropoff,
      additions->'shipments' as shipments, body->'lineItems' as lines
    from (
      select r.id, r.additions, o.body, place,
        sum(octet_length(r.additions::text) + octet_length(o.body::text)) over (order by place) as bytes
      from unnest(${sql.param(ids)}::text[]) with ordinality as given(id, place)
      join returns r on r.store_id = ${storeId} and r.id = given.id
      join orders o on o.store_id = r.store_id and o.id = r.order_id
    ) as found
    where bytes <= ${AT_ONCE_BYTES} or place = 1
    order by place`);
  return new Map(rows.map((row) => [row.id, detailsIn(row)]));
}

function detailsIn({ email, dropoff, shipments, lines }: Row): ReturnDetails {
  const lineOf = new Map(lines.map((line) => [line.id, line]));
  const shipmentOf = firstShipments(shipments ?? []);
  return {
    of: ({ itemId, lineItemId }) => {
      const line = lineOf.get(lineItemId);
      return {
        email,
        dropoff,
        title: line?.title ?? null,
        sku: line?.sku ?? null,
        price: line?.price ?? null,
        discount: line?.discount ?? null,
        ordered: line?.quantity ?? null,
        shipment: shipmentOf(itemId),
      };
    },
  };
}

/** The first shipment that has an item; one that names no items has all of them. */
function firstShipments(shipments: Shipment[]): (itemId: string) => Shipment | null {
  const first = new Map<string, Shipment>();
  for (const shipment of shipments) {
    if (!shipment.itemIds) return (itemId) => first.get(itemId) ?? shipment;
    for (const id of shipment.itemIds) if (!first.has(id)) first.set(id, shipment);
  }
  return (itemId) => first.get(itemId) ?? null;
}
