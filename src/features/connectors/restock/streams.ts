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
  /** As many of them as the shop has done what they take back. */
  units: number;
  unit: ShopUnitDocument;
  requestId: string;
  attempts: number;
  connector: Connected;
};

const waiting = (storeId: string, stream: string) => `return_stock_changes as change
  where change.store_id = ${storeId} and change.shop_stream = ${stream}
    and change.shop_status in ('waiting', 'unknown')`;

/** What the shop has of the units of an item that an earlier change gave it: it takes back no others. */
const THERE = `coalesce((select sum(earlier.shop_units) from return_stock_changes as earlier
  where earlier.store_id = change.store_id and earlier.return_id = change.return_id
    and earlier.item_id = change.item_id and earlier.shop_stream = change.shop_stream
    and earlier.number < change.number), 0)`;

export const RESTOCK_STREAMS = createLeasedStreams<NextRestock>({
  ...{ table: "restock_streams", id: "id", receiver: SHOPS },
  maySend: "exists (select from connectors where connectors.store_id = stores.store_id and is_enabled)",
  next: (storeId, stream) => `
    select change.number, change.return_id as "returnId", change.shop_change_id as id,
      greatest(change.units, -${THERE})::int as units, change.shop_unit as unit,
      change.request_id as "requestId", change.shop_attempts as attempts, ${CONNECTED_SQL} as connector
    from (select * from ${waiting(storeId, stream)} order by number limit 1) as change
    join connectors on connectors.store_id = change.store_id
      and connectors.id = change.shop_unit ->> 'connectorId' and is_enabled`,
  waits: (storeId, stream) => `select from ${waiting(storeId, stream)}`,
});
