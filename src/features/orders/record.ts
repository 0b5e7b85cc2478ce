import { rowJson } from "../../platform/db/row-json.ts";
import { fulfillments, orders } from "../../platform/db/tables/orders.ts";
import type { FulfillmentRow, OrderRow } from "./view.ts";

/**
 * What an order may have to be read as one value. Larger ones, of which there are few, are read row by row: the
 * database would build, and this process parse, one value of many megabytes.
 */
const MAX_BODY_BYTES = 32_000;
const MAX_FULFILLMENTS = 20;
const MAX_FULFILLMENT_BYTES = 4_000;

const ORDER = rowJson(orders, "orders", [
  "storeId",
  "id",
  "number",
  "externalId",
  "customerId",
  "locationId",
  "currency",
  "receivedAt",
  "sourceUpdatedAt",
  "connectorId",
  "isBlanked",
]);
const FULFILLMENT = rowJson(fulfillments, "fulfillment", ["storeId", "orderId", "isSynced"]);

/** An order with its fulfillments, oldest first. */
export type FulfilledOrder = { row: OrderRow; fulfillments: FulfillmentRow[] };

/** SQL for joins after a row of `orders`, for the following. Reads few fulfillments more than fit. */
export const ORDER_JOINS = `cross join lateral (
    select json_agg(case when small then ${FULFILLMENT.sql} end order by created_at, id) as rows,
      count(*) <= ${MAX_FULFILLMENTS} and coalesce(bool_and(small), true) as fits
    from (
      select *, octet_length(tracking_history::text) + octet_length(line_items::text) <= ${MAX_FULFILLMENT_BYTES} as small
      from fulfillments where store_id = orders.store_id and order_id = orders.id limit ${MAX_FULFILLMENTS + 1}
    ) as fulfillment
  ) as fulfilled`;

/** SQL for whether an order is read as one value. */
export const ORDER_FITS = `(octet_length(orders.body::text) <= ${MAX_BODY_BYTES} and fulfilled.fits)`;

/** SQL for an order that fits, with its fulfillments, as JSON text. */
export const ORDER_JSON = `json_build_array(${ORDER.sql}, fulfilled.rows)::text`;

/** Returns the order that the parsed text is of. */
export function readFulfilledOrder(values: unknown[]): FulfilledOrder {
  const [row, rows] = values as [unknown[], unknown[][] | null];
  return { row: ORDER.read(row), fulfillments: (rows ?? []).map(FULFILLMENT.read) };
}
