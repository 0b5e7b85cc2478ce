import type { Ctx } from "../../core/ctx.ts";
import { type WrittenPage, writePage } from "../../core/http/fill-page.ts";
import type { Page } from "../../core/http/paging.ts";
import { type CreationSort, listByCreation } from "../../core/lists/by-creation.ts";
import type { RecordRow } from "../../core/lists/list.ts";
import { columnFilter, keyFilter } from "../../core/lists/list-filter.ts";
import { BY_CREATION, STORE, timesBetween } from "../../core/lists/list-key.ts";
import { searchKeyOf } from "../../core/lists/search-keys.ts";
import { emailKey } from "../../core/persons/person.ts";
import { customerIdSql, presentIdText } from "../customers/aliases.ts";
import { orderIdsSql } from "./find.ts";
import { loadFound } from "./load.ts";
import { ordersFilter } from "./orders-filter.ts";
import { ORDER_FITS, ORDER_JOINS, ORDER_JSON } from "./record.ts";

export type OrderFilter = {
  email?: string;
  customer_id?: string;
  order?: string;
  sku?: string;
  created_at_min?: string;
  created_at_max?: string;
};

/** The JSON of an order takes up to this many times its stored (compressed) size. */
const ORDER_FACTOR = 6;

/** SQL that estimates the bytes of an order in a response. */
export const ORDER_BYTES = `(${ORDER_FACTOR} * pg_column_size(orders.body) + (
  select coalesce(sum(octet_length(tracking_history::text) + 10 * octet_length(line_items::text)), 0)
  from fulfillments where fulfillments.store_id = orders.store_id and fulfillments.order_id = orders.id
))::float8`;

const SHOWN = {
  ...{ table: "orders", joins: ORDER_JOINS, fits: ORDER_FITS },
  ...{ row: { sql: ORDER_JSON }, bytes: ORDER_BYTES },
  filters: {
    order: ordersFilter("orders.id", orderIdsSql),
    email: columnFilter("text", (key) => `customer_id = ${customerIdSql(STORE, key)}`),
    customer: columnFilter("text", (id) => `customer_id = ${presentIdText(STORE, id)}`),
    sku: keyFilter("orders", "order.sku"),
  },
};

/** The list in each of its orders. */
export const ORDER_LISTS = listByCreation({ name: "orders", key: BY_CREATION, ...SHOWN });

/** Returns the JSON of a page of the store's orders that match every filter and, if it is asked for, the number of all. */
export async function listOrders(
  ctx: Ctx,
  storeId: string,
  filter: OrderFilter & { sort?: CreationSort; include?: "count" },
  page: Page,
): Promise<WrittenPage> {
  const { order, email, customer_id: customer, sku, sort = "-created_at", include } = filter;
  const values = {
    order: order === undefined ? undefined : [order],
    email: email === undefined ? undefined : [emailKey(email)],
    customer: customer === undefined ? undefined : [customer],
    // An empty key is that of no row.
    sku: sku === undefined ? undefined : [searchKeyOf(sku) ?? ""],
  };
  const range = timesBetween(filter.created_at_min, filter.created_at_max);
  const list = ORDER_LISTS[sort];
  const found = await list.find(ctx, storeId, { values, page, range });
  const total = include && (await list.count(ctx, storeId, { values, range }));
  const load = async (slice: RecordRow[]) => {
    const viewOf = await loadFound(ctx, storeId, slice);
    return slice.values().flatMap((row) => {
      const view = viewOf(row);
      return view ? [JSON.stringify(view)] : [];
    });
  };
  return writePage("orders", page, found, load, total);
}
