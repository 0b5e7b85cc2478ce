import type { Ctx } from "../../../core/ctx.ts";
import { preparedByKey } from "../../../platform/db/prepared.ts";
import { lineById } from "../../orders/lines.ts";
import type { StoredOrder } from "../../orders/schema.ts";
import type { ReturnAdditions, Shipment } from "../../returns/additions-schema.ts";
import { itemWorth } from "../../returns/money/item-worth.ts";
import { orderWorth } from "../../returns/money/order-worth.ts";
import { orderNameOf } from "../../returns/read/order-view.ts";
import type { FoundItem } from "./items.ts";
import { type AsnReturn, itemText, labelText, type RowParts, returnText } from "./row-view.ts";

/** Returns the parts of the rows of an item. */
export type ReturnDetails = (item: FoundItem) => RowParts;

/** The size of the return and order documents in memory at once. */
const MAX_LOADED_BYTES = 4 * 1024 * 1024;

type Row = Omit<AsnReturn, "email" | "dropoff" | "scannableId" | "orderName"> & {
  externalId: string;
  body: StoredOrder;
  additions: ReturnAdditions;
};

/**
 * Reads what the items of returns share, each document once. Returns those of the first `ids` that fit into
 * memory, at least one.
 */
export async function detailsOf(
  ctx: Ctx,
  storeId: string,
  ids: string[],
): Promise<Map<string, ReturnDetails>> {
  if (ids.length === 0) return new Map();
  const rows = await findDetails(ctx.db, storeId, ids);
  return new Map(rows.map((row) => [row.serviceId, detailsOfRow(row)]));
}

/** Documents are read whole: Postgres would parse one again for each field that is taken from it. */
const findDetails = preparedByKey<Row>(
  "asn_details",
  `select found.number as id, found.id as "serviceId", found.status, ${time("found.created_at")} as "createdAt",
     ${time("found.updated_at")} as "updatedAt", ${time("closing.at")} as "closedAt", closing.by as "actionedBy",
     order_number as "orderId", external_id as "externalId", currency, ${time("ordered_at")} as "orderedAt", body, additions,
     l.number as "destinationId", l.name as "destinationName",
     l.line1, l.line2, l.city, l.state as "region", l.postal_code as "postalCode"
   from (
     select r.*, o.number as order_number, o.external_id, o.currency, o.created_at as ordered_at, o.body, place,
       sum(octet_length(r.additions::text) + octet_length(o.body::text)) over (order by place) as bytes
     from unnest($2::text[]) with ordinality as given(id, place)
     join returns r on r.store_id = $1 and r.id = given.id
     join orders o on o.store_id = r.store_id and o.id = r.order_id
   ) as found
   left join locations l on l.store_id = found.store_id and l.id = found.destination_id
   left join lateral (
     select at, by from return_history
     where store_id = found.store_id and return_id = found.id and "to" = found.status
       and not is_erasure and found.status in ('complete', 'rejected', 'deleted')
     order by number desc limit 1
   ) closing on true
   where bytes <= ${MAX_LOADED_BYTES} or place = 1
   order by place`,
);

function time(column: string): string {
  return `to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS"+00:00"')`;
}

function detailsOfRow({ body, additions, externalId, ...row }: Row): ReturnDetails {
  const { currency, updatedAt } = row;
  const email = body.customer?.email ?? null;
  const orderName = orderNameOf({ externalId, body });
  const { provider = null, qrCode = null } = additions.dropoffs?.[0] ?? {};
  const ofReturn = returnText({ ...row, orderName, email, dropoff: provider, scannableId: qrCode });
  const worth = orderWorth({ body, currency });
  const labelOf = labelsByItem(additions.shipments ?? [], updatedAt);
  return (item) => {
    const ofItem = itemWorth(item, worth);
    return {
      text: `${ofReturn}${itemText(item, lineById(body, item.lineItemId)?.line)}${labelOf(item.itemId)}`,
      unitValueOf: (unit) => ofItem.ofUnit(unit).net,
      currency,
    };
  };
}

/**
 * Returns a function from an item to the text of its first shipment. A shipment without `itemIds` contains
 * every item.
 */
function labelsByItem(shipments: Shipment[], updatedAt: string): (itemId: string) => string {
  const first = new Map<string, string>();
  for (const shipment of shipments) {
    const text = labelText(shipment, updatedAt);
    if (!shipment.itemIds) return (itemId) => first.get(itemId) ?? text;
    for (const id of shipment.itemIds) if (!first.has(id)) first.set(id, text);
  }
  const none = labelText(null, updatedAt);
  return (itemId) => first.get(itemId) ?? none;
}
