import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "../ctx.ts";
import { customerIdOf } from "../customers/find.ts";
import { fillPage } from "../http/fill-page.ts";
import type { Page, PagedList } from "../http/paging.ts";
import { parseDateTime } from "../lib/date-time.ts";
import { filteredKeys, type Stream } from "../lookup/filtered-keys.ts";
import { keyFilter } from "../lookup/key-filter.ts";
import { orderIdOf } from "./find.ts";
import { loadOrders } from "./load.ts";

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

type Filter = { match: SQL; stream: Stream };

/** Returns the JSON of a page of the store's orders that match every filter, newest first. */
export async function listOrders(
  ctx: Ctx,
  storeId: string,
  filter: OrderFilter,
  page: Page,
): Promise<{ json: string; headers: Record<string, string> }> {
  const filters = await orderFilters(ctx, storeId, filter);
  if (!filters) return { json: `{"orders":[]}`, headers: {} };
  const matches = filters.length > 1 ? filters.map(({ match }) => match) : [];
  const [first = columnFilter(storeId, sql`true`), ...rest] = filters;
  const found = await filteredKeys(
    ctx,
    storeId,
    {
      table: sql`orders`,
      bytes: ORDER_BYTES,
      matches,
      streams: [first, ...rest].map(({ stream }) => stream),
    },
    { page, range: rangeOf(filter) },
  );
  const orders: string[] = [];
  const headers = await fillPage(page, found, async function* (slice) {
    const ids = slice.map(({ id }) => id);
    const loaded = await loadOrders(ctx, storeId, ids);
    for (const order of ids.flatMap((id) => loaded.get(id) ?? [])) {
      const json = JSON.stringify(order);
      orders.push(json);
      yield json;
    }
  });
  return { json: `{"orders":[${orders.join()}]}`, headers };
}

/** SQL that estimates the bytes of an order in a response. */
export const ORDER_BYTES = sql<number>`(${ORDER_FACTOR}::int * pg_column_size(orders.body) + (
  select coalesce(sum(octet_length(tracking_history::text) + 10 * octet_length(line_items::text)), 0)
  from fulfillments where fulfillments.store_id = orders.store_id and fulfillments.order_id = orders.id
))::float8`;

/** Returns the filters in order of preference; undefined when they can match no order. */
async function orderFilters(
  ctx: Ctx,
  storeId: string,
  { email, order, sku }: OrderFilter,
): Promise<Filter[] | undefined> {
  const filters: Filter[] = [];
  if (order !== undefined) {
    const orderId = await orderIdOf(ctx, storeId, order, { byOwnId: false });
    if (orderId === undefined) return undefined;
    filters.push(columnFilter(storeId, sql`id = ${orderId}`));
  }
  if (email !== undefined) {
    const customerId = await customerIdOf(ctx, storeId, email);
    if (customerId === undefined) return undefined;
    filters.push(columnFilter(storeId, sql`customer_id = ${customerId}`));
  }
  if (sku !== undefined) filters.push(keyFilter(storeId, "order.sku", sku, sql`orders`));
  return filters;
}

function columnFilter(storeId: string, match: SQL): Filter {
  const parts: Stream["parts"] = (range) => [
    sql`select created_at as at, id from orders
      where store_id = ${storeId} and ${match} ${range(sql`created_at`, sql`id`)}`,
  ];
  return { match, stream: { parts } };
}

function rangeOf({ created_at_min, created_at_max }: OrderFilter) {
  const instant = (text: string | undefined) => (text && parseDateTime(text)) || undefined;
  return { from: instant(created_at_min), until: instant(created_at_max) };
}
