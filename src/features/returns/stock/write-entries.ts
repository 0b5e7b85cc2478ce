import { type Ctx, withCommit } from "../../../core/ctx.ts";
import type { Caller } from "../../../core/http/request-context.ts";
import type { ShopUnitDocument } from "../../../platform/db/documents/return.ts";
import { NOW } from "../../../platform/db/now.ts";
import { preparedNamed } from "../../../platform/db/prepared.ts";
import type { ConnectorKind } from "../../../platform/db/tables/connectors.ts";
import { RESTOCKS } from "./queue.ts";
import type { StockEntry } from "./wanted-holds.ts";

/**
 * What of a kind of shop has one change of stock under way, by its name in the unit: a change that the shop can't take now
 * holds up those of the same. Medusa receives a return of the order, which can have one change at a time that staff may leave
 * open; it locks the level while it adds to it. Shopify adds to its level at once, once for a key; a line's changes follow
 * each other. WooCommerce reads the quantity of a product, or of what all its variations share, and writes the sum without a
 * lock: of two at once one is lost, and what holds one up there is the product's, not an order's.
 */
const STREAM_OF: Record<ConnectorKind, keyof ShopUnitDocument> = {
  medusa: "orderId",
  shopify: "orderId",
  woocommerce: "productId",
};

/** Returns the stream of an order's changes of stock in a shop; undefined where streams are of products. */
export function orderStreamOf(kind: ConnectorKind, connectorId: string, orderId: string): string | undefined {
  return STREAM_OF[kind] === "orderId" ? `${connectorId} ${orderId}` : undefined;
}

const CASES = Object.entries(STREAM_OF).map(([kind, name]) => `when '${kind}' then '${name}'`);

/** SQL for the stream of a unit of a shop; null where its connector is gone. */
const SHOP_STREAM = `shops.id || ' ' || coalesce(shop ->> case shops.kind ${CASES.join(" ")} end, '')`;

/**
 * Writes what a change of a return has done to the stock, in its transaction. What belongs to a shop waits from then on to be
 * sent to it.
 */
export async function writeEntries(
  tx: Ctx,
  { by, byId, requestId }: Pick<Caller, "by" | "byId" | "requestId">,
  { storeId, id: returnId }: { storeId: string; id: string },
  entries: StockEntry[],
): Promise<void> {
  if (entries.length === 0) return;
  const ofItem = new Map<string, number>();
  const rows = entries.map(({ kind, of, units, place, reason }) => {
    const { shop, ...levelled } = place ?? {};
    if (kind !== "restocked") return { kind, units, item: null, ...levelled, reason };
    const nth = (ofItem.get(of) ?? 0) + 1;
    ofItem.set(of, nth);
    return { kind, units, item: of, nth, ...levelled, reason, ...(shop && { shop }) };
  });
  const given = JSON.stringify(rows);
  const at = tx.now().toISOString();
  withCommit(tx, write(tx.db, { storeId, returnId, at, by, byId, requestId, given }));
  if (entries.some(({ place }) => place?.shop)) await tx.jobs.send(RESTOCKS, { storeId });
}

/**
 * SQL for the id by which a shop knows a change: it follows from the item and how many changes it had before, so that who makes
 * the change once more, in a copy that was restored from a backup, asks for the same one. No change is ever deleted.
 */
const CHANGE_ID = `'rst_' || left(encode(sha256(convert_to(concat_ws(' ', $storeId::text, $returnId::text, item, nth + (
  select count(*) from return_stock_changes as earlier
  where earlier.store_id = $storeId and earlier.return_id = $returnId and earlier.item_id = item
)), 'UTF8')), 'hex'), 32)`;

const UNIT_OF_SHOP = "jsonb_set(shop::jsonb, '{connectorId}', to_jsonb(shops.id))::json";

/**
 * Nothing is sent to a shop whose connector was deleted, or is it before this is committed: who deletes it ends what waits for
 * it. One that has sent the order from another address since is asked there.
 */
const write = preparedNamed(
  "write_stock_entries",
  `with given as materialized (
     select * from json_to_recordset($given::json) as given(kind text, units int, item text, "productId" text,
       "locationId" text, reason text, nth int, shop json)
   ), known as materialized (
     select id, kind from connectors
     where store_id = $storeId and (id in (select shop ->> 'connectorId' from given)
       or exists (select from given where shop is not null) and id = (
         select connector_id from returns
         join orders on orders.store_id = returns.store_id and orders.id = returns.order_id
         where returns.store_id = $storeId and returns.id = $returnId
       )) order by id for key share
   ), written as (
     insert into return_stock_changes (store_id, return_id, kind, units, item_id, product_id, location_id, reason, at, by,
       changed_by_id, request_id, shop_stream, shop_change_id, shop_unit, shop_status)
     select $storeId, $returnId, given.kind, units, item, "productId", "locationId", reason, $at::timestamptz, $by,
       $byId::text, $requestId, ${SHOP_STREAM},
       case when shops.id is not null then ${CHANGE_ID} end, case when shops.id is not null then ${UNIT_OF_SHOP} end,
       case when shops.id is not null then 'waiting' end
     from given left join lateral (
       select id, kind from known
       where id = shop ->> 'connectorId' or starts_with(shop ->> 'connectorId', 'con_' || kind || '_')
       order by id = shop ->> 'connectorId' desc limit 1
     ) as shops on true
     returning shop_stream
   )
   insert into restock_streams as stream (store_id, id, due_at)
   select $storeId, shop_stream, ${NOW} from (
     select distinct shop_stream from written where shop_stream is not null order by shop_stream
   ) as streams
   on conflict (store_id, id) do update set due_at = coalesce(stream.due_at, excluded.due_at)`,
);
