import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "../ctx.ts";
import { customerIdOf } from "../customers/find.ts";
import { parseDateTime } from "../lib/date-time.ts";
import type { Stream } from "../lookup/filtered-keys.ts";
import { keyFilter } from "../lookup/key-filter.ts";
import { orderIdOf } from "../orders/find.ts";
import type { Status } from "./status.ts";

export type ReturnFilter = {
  status?: Status | Status[];
  order?: string;
  email?: string;
  tracking_number?: string;
  sku?: string;
  provider_order_name?: string;
  shopify_order_name?: string;
  created_at_min?: string;
  created_at_max?: string;
  updated_at_min?: string;
  updated_at_max?: string;
};

/** What a row must match, and the index that has the matching rows, if there is one. */
type Filter = { match: SQL; stream?: Stream };

/** Returns the filters as conditions and streams; undefined when they can match no return. */
export async function returnFilters(
  ctx: Ctx,
  storeId: string,
  filter: ReturnFilter,
): Promise<{ matches: SQL[]; streams: Stream[] } | undefined> {
  const filters: Filter[] = [];
  const { order, provider_order_name, shopify_order_name } = filter;
  const names = [provider_order_name, shopify_order_name];
  for (const [i, text] of [order, ...names].entries()) {
    if (text === undefined) continue;
    const orderId = await orderIdOf(ctx, storeId, text, { byOwnId: i === 0 });
    if (orderId === undefined) return undefined;
    filters.push(columnFilter(storeId, sql`order_id = ${orderId}`));
  }
  if (shopify_order_name !== undefined) filters.push({ match: sql`lower(provider) = 'shopify'` });
  if (filter.tracking_number !== undefined) {
    filters.push(keyFilter(storeId, "return.tracking", filter.tracking_number, sql`returns`));
  }
  if (filter.email !== undefined) {
    const customerId = await customerIdOf(ctx, storeId, filter.email);
    if (customerId === undefined) return undefined;
    filters.push(columnFilter(storeId, sql`customer_id = ${customerId}`));
  }
  if (filter.sku !== undefined) filters.push(keyFilter(storeId, "return.sku", filter.sku, sql`returns`));
  const statuses = [...new Set(filter.status === undefined ? [] : [filter.status].flat())];
  if (statuses.length > 0) filters.push(statusFilter(storeId, statuses));
  return withStreams(storeId, filters, updatedFilter(storeId, filter));
}

function withStreams(storeId: string, filters: Filter[], updated: Filter | undefined) {
  const all = updated ? [...filters, updated] : filters;
  const streams = all.flatMap(({ stream }) => stream ?? []);
  if (!streams.some(({ order }) => !order)) streams.push(columnFilter(storeId, sql`true`).stream);
  // The only stream has exactly the rows that match the only filter.
  const isExact = all.length === streams.length && all.length < 2;
  return { matches: isExact ? [] : all.map(({ match }) => match), streams };
}

function columnFilter(storeId: string, match: SQL) {
  const parts: Stream["parts"] = (range) => [
    sql`select created_at as at, id from returns
      where store_id = ${storeId} and ${match} ${range(sql`created_at`, sql`id`)}`,
  ];
  return { match, stream: { parts } };
}

/** One select per status: each reads its part of an index in order. */
function statusFilter(storeId: string, statuses: Status[]): Filter {
  const each = statuses.map((status) => columnFilter(storeId, sql`status = ${status}`).stream);
  return {
    match: sql`status = any(${sql.param(statuses)}::text[])`,
    stream: { parts: (range, count) => each.flatMap(({ parts }) => parts(range, count)) },
  };
}

function updatedFilter(storeId: string, filter: ReturnFilter): Filter | undefined {
  const from = filter.updated_at_min && parseDateTime(filter.updated_at_min);
  const until = filter.updated_at_max && parseDateTime(filter.updated_at_max);
  if (!from && !until) return undefined;
  const bounds = [
    ...(from ? [sql`updated_at >= ${from.toISOString()}::timestamptz`] : []),
    ...(until ? [sql`updated_at < ${until.toISOString()}::timestamptz`] : []),
  ];
  const match = sql.join(bounds, sql` and `);
  const { stream } = columnFilter(storeId, match);
  return { match, stream: { ...stream, order: sql`updated_at desc` } };
}
