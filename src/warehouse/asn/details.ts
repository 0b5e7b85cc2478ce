import { sql } from "drizzle-orm";
import type { Ctx } from "../../ctx.ts";
import type { OrderBody } from "../../orders/schema.ts";
import type { Shipment } from "../../returns/additions-schema.ts";
import type { FoundItem } from "./items.ts";
import type { AsnItem } from "./row-view.ts";

/** The columns of an item's rows that come from its return and order. */
export type ItemDetails = Omit<AsnItem, keyof FoundItem>;

/** Looks up these columns for the items of one return. */
export type ReturnDetails = { of(item: FoundItem): ItemDetails };

/** The size of the return and order documents in memory at once. */
const MAX_LOADED_BYTES = 4 * 1024 * 1024;

type Row = {
  id: string;
  email: string | null;
  dropoff: string | null;
  shipments: Shipment[] | null;
  lines: OrderBody["lineItems"];
};

/**
 * Reads the details of returns, each document once. Returns those of the first `ids` that fit into memory, at
 * least one.
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
    where bytes <= ${MAX_LOADED_BYTES} or place = 1
    order by place`);
  return new Map(rows.map((row) => [row.id, detailsOfRow(row)]));
}

function detailsOfRow({ email, dropoff, shipments, lines }: Row): ReturnDetails {
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

/**
 * Returns a function from an item to its first shipment. A shipment without `itemIds` contains every item.
 */
function firstShipments(shipments: Shipment[]): (itemId: string) => Shipment | null {
  const first = new Map<string, Shipment>();
  for (const shipment of shipments) {
    if (!shipment.itemIds) return (itemId) => first.get(itemId) ?? shipment;
    for (const id of shipment.itemIds) if (!first.has(id)) first.set(id, shipment);
  }
  return (itemId) => first.get(itemId) ?? null;
}
