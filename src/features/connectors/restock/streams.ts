import { createLeasedStreams } from "../../../core/delivery/stream-table.ts";
import type { ShopUnitDocument } from "../../../platform/db/documents/return.ts";
import { CONNECTED_SQL, type Connected } from "../open-shop.ts";

/** All shops of a store have their turns together. */
export const SHOPS = "shops";

/** The change of stock that a stream sends next, and the shop that it is sent to; read again for each attempt. */
export type NextRestock = {
  number: number;
  returnId: string;
  id: string;
  /** By how many it changes the stock here. */
  wanted: number;
  /** By how many that of the shop, which may have refused an earlier change: it has no unit twice, and gives back none that it hasn't. */
  units: number;
  unit: ShopUnitDocument;
  requestId: string;
  attempts: number;
  connector: Connected;
};

const waiting = (storeId: string, stream: string) => `return_stock_changes as change
  where change.store_id = ${storeId} and change.shop_stream = ${stream}
    and change.shop_status in ('waiting', 'unknown')`;

/**
 * The units of an item that earlier changes have given the shop, and those that are to be in stock by all of them, also by such as
 * were made while its connector was deleted. An order that came by two connectors is of one shop, which has another address now.
 * `waits`: one of them is not answered yet. It may be of another stream, where the line's product or the kind's streams have changed
 * since.
 */
const EARLIER = `select coalesce(sum(shop_units), 0) as there, coalesce(sum(units), 0) as wanted,
    coalesce(bool_or(shop_status in ('waiting', 'unknown')), false) as waits
  from return_stock_changes as earlier
  where earlier.store_id = change.store_id and earlier.return_id = change.return_id
    and earlier.item_id = change.item_id and earlier.reason is null
    and earlier.number < change.number`;

export const RESTOCK_STREAMS = createLeasedStreams<NextRestock>({
  ...{ table: "restock_streams", id: "id", receiver: SHOPS },
  maySend: "exists (select from connectors where connectors.store_id = stores.store_id and is_enabled)",
  next: (storeId, stream) => `
    select change.number, change.return_id as "returnId", change.shop_change_id as id,
      change.units as wanted, case when change.units < 0 then greatest(change.units, -earlier.there)
        else greatest(least(change.units, earlier.wanted + change.units - earlier.there), 0) end::int as units,
      change.shop_unit as unit,
      change.request_id as "requestId", change.shop_attempts as attempts, ${CONNECTED_SQL} as connector
    from (select * from ${waiting(storeId, stream)} order by number limit 1) as change
    cross join lateral (${EARLIER}) as earlier
    join connectors on connectors.store_id = change.store_id
      and connectors.id = change.shop_unit ->> 'connectorId' and is_enabled
    where not earlier.waits`,
  waits: (storeId, stream) => `select from ${waiting(storeId, stream)}`,
});
