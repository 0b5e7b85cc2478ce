import { and, asc, eq, inArray } from "drizzle-orm";
import type { Ctx } from "../../core/ctx.ts";
import { batchReads } from "../../core/lists/batch-reads.ts";
import { problem } from "../../lib/problem.ts";
import { preparedByKey } from "../../platform/db/prepared.ts";
import { fulfillments, orders } from "../../platform/db/tables/orders.ts";
import { orderIdSql } from "./find.ts";
import { ORDER_FITS, ORDER_JOINS, ORDER_JSON, readFulfilledOrder } from "./record.ts";
import type { Order } from "./schema.ts";
import { orderView } from "./view.ts";

/** An order that was found; its record is null if it has to be loaded. */
type Found = { id: string; record: string | null };

/**
 * Returns the views of orders with their fulfillments, by the service's id, with one statement; large ones with
 * two more.
 */
export async function loadOrders(ctx: Ctx, storeId: string, ids: string[]): Promise<Map<string, Order>> {
  if (ids.length === 0) return new Map();
  const found = await findByIds(ctx.db, storeId, ids);
  const large = found.flatMap(({ id, record }) => (record === null ? id : []));
  const orders = await loadLarge(ctx, storeId, large);
  for (const { id, record } of found) if (record !== null) orders.set(id, viewOf(JSON.parse(record)));
  return orders;
}

/**
 * Returns the view of the order that `orderIdSql` finds, for an operation with `takesNoConnection`. Throws 404 for an
 * unknown order.
 */
export async function readOrder(ctx: Ctx, storeId: string, orderId: string): Promise<Order> {
  const found = await findByAnyId(ctx, storeId, orderId);
  if (found?.record) return viewOf(JSON.parse(found.record));
  const load = async (id: string) => (await loadLarge(ctx, storeId, [id])).get(id);
  const order = found && (await ctx.connectionLimiter.within(storeId, () => load(found.id)));
  if (!order) throw problem("order_not_found", `The store has no order ${orderId}.`);
  return order;
}

/**
 * Loads the orders of rows that were not read with them, and returns a function that returns the view of each
 * row that still exists.
 */
export async function loadFound(
  ctx: Ctx,
  storeId: string,
  rows: FoundRow[],
): Promise<(row: FoundRow) => Order | undefined> {
  const missing = rows.flatMap(({ id, record }) => (record === null ? id : []));
  const loaded = await loadOrders(ctx, storeId, missing);
  return ({ id, record }) => (record === null ? loaded.get(id) : viewOf(record));
}

type FoundRow = { id: string; record: unknown[] | null };

const RECORD = `orders.id, case when ${ORDER_FITS} then ${ORDER_JSON} end as record`;

const findByIds = preparedByKey<Found>("order_records", orderRecords("$2"));

/**
 * SQL for `id` and `record` of the orders of the store `$1` whose ids an array has; the record of a large one is
 * null. Looks each id up by the whole key, whatever the planner knows of the table.
 */
export function orderRecords(ids: string): string {
  return `select ${RECORD} from unnest(${ids}::text[]) as wanted (id)
    cross join lateral (select * from orders where store_id = $1 and id = wanted.id limit 1) as orders
    ${ORDER_JOINS}`;
}

const findByAnyId = batchReads(
  preparedByKey<Found & { key: string }>(
    "orders_by_any_id",
    `select wanted.key, ${RECORD} from unnest($2::text[]) as wanted (key)
     cross join lateral (
       select * from orders where store_id = $1 and id = ${orderIdSql("$1", "wanted.key")} limit 1
     ) as orders
     ${ORDER_JOINS}`,
  ),
);

/** Returns the view of the order that a parsed record is of. */
export function viewOf(record: unknown[]): Order {
  const { row, fulfillments } = readFulfilledOrder(record);
  return orderView(row, fulfillments);
}

/** Loads orders row by row, by id. */
async function loadLarge(ctx: Ctx, storeId: string, ids: string[]): Promise<Map<string, Order>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx.db
    .select()
    .from(orders)
    .where(and(eq(orders.storeId, storeId), inArray(orders.id, ids)));
  const fulfilled = await ctx.db
    .select()
    .from(fulfillments)
    .where(and(eq(fulfillments.storeId, storeId), inArray(fulfillments.orderId, ids)))
    .orderBy(asc(fulfillments.createdAt), asc(fulfillments.id));
  const fulfillmentsOf = Map.groupBy(fulfilled, ({ orderId }) => orderId);
  return new Map(rows.map((row) => [row.id, orderView(row, fulfillmentsOf.get(row.id) ?? [])]));
}
