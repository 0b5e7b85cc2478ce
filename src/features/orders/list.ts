import { sql } from "drizzle-orm";
import type { Ctx } from "../../core/ctx.ts";
import { fillPage } from "../../core/http/fill-page.ts";
import type { Page, PagedList } from "../../core/http/paging.ts";
import { createFilteredList } from "../../core/lists/filtered-list.ts";
import { columnFilter, keyFilter, STORE } from "../../core/lists/list-filter.ts";
import { parseDateTime } from "../../lib/date-time.ts";
import { emailKey } from "../../lib/person.ts";
import { searchKeyOf } from "../../lib/search-key.ts";
import { customerIdSql } from "../customers/aliases.ts";
import { orderIdSql } from "./find.ts";
import { loadFound } from "./load.ts";
import { ORDER_FITS, ORDER_JOINS, ORDER_JSON } from "./record.ts";

export type OrderFilter = {
  email?: string;
  order?: string;
  sku?: string;
  created_at_min?: string;
  created_at_max?: string;
};

export const ORDER_PAGES: PagedList = { name: "orders", key: ["instant", "text"] };

/** The JSON of an order takes up to this many times its stored (compressed) size. */
const ORDER_FACTOR = 6;

const ORDER_BYTES_TEXT = `(${ORDER_FACTOR} * pg_column_size(orders.body) + (
  select coalesce(sum(octet_length(tracking_history::text) + 10 * octet_length(line_items::text)), 0)
  from fulfillments where fulfillments.store_id = orders.store_id and fulfillments.order_id = orders.id
))::float8`;

/** SQL that estimates the bytes of an order in a response. */
export const ORDER_BYTES = sql.raw(ORDER_BYTES_TEXT);

const findPage = createFilteredList({
  name: "orders",
  table: "orders",
  joins: ORDER_JOINS,
  fits: ORDER_FITS,
  record: ORDER_JSON,
  bytes: ORDER_BYTES_TEXT,
  filters: {
    order: columnFilter("orders", "text", (id) => `orders.id = ${orderIdSql(STORE, id)}`),
    email: columnFilter("orders", "text", (key) => `customer_id = ${customerIdSql(STORE, key)}`),
    sku: keyFilter("orders", "order.sku"),
  },
});

/** Returns the JSON of a page of the store's orders that match every filter, newest first. */
export async function listOrders(
  ctx: Ctx,
  storeId: string,
  filter: OrderFilter,
  page: Page,
): Promise<{ json: string; headers: Record<string, string> }> {
  const { order, email, sku } = filter;
  const values = {
    order: order === undefined ? undefined : [order],
    email: email === undefined ? undefined : [emailKey(email)],
    // An empty key is that of no row.
    sku: sku === undefined ? undefined : [searchKeyOf(sku) ?? ""],
  };
  const found = await findPage(ctx, storeId, { values, page, range: rangeOf(filter) });
  const orders: string[] = [];
  const headers = await fillPage(page, found, async function* (slice) {
    const viewOf = await loadFound(ctx, storeId, slice);
    for (const row of slice) {
      const view = viewOf(row);
      if (!view) continue;
      const json = JSON.stringify(view);
      orders.push(json);
      yield json;
    }
  });
  return { json: `{"orders":[${orders.join()}]}`, headers };
}

function rangeOf({ created_at_min, created_at_max }: OrderFilter) {
  const instant = (text: string | undefined) => (text && parseDateTime(text)) || undefined;
  return { from: instant(created_at_min), until: instant(created_at_max) };
}
