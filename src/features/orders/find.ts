import { and, asc, eq } from "drizzle-orm";
import { type Ctx, planByKey } from "../../core/ctx.ts";
import { problem } from "../../lib/problem.ts";
import { prepared, preparedByKey } from "../../platform/db/prepared.ts";
import { rowJson } from "../../platform/db/row-json.ts";
import { fulfillments, orders } from "../../platform/db/tables/orders.ts";
import type { FulfillmentRow } from "./view.ts";

export type OrderRecord = typeof orders.$inferSelect;

/**
 * Returns the order that `orderIdSql` finds, locked until the transaction ends, so that changes of its units are
 * serialized. Throws 404 for an unknown order.
 */
export async function lockOrder(ctx: Ctx, storeId: string, orderId: string): Promise<OrderRecord> {
  const locked = await tryLockOrder(ctx, storeId, orderId);
  if (!locked) throw noOrder(orderId);
  return locked;
}

/** Returns the order as `lockOrder` does; undefined for an unknown order. */
export async function tryLockOrder(
  ctx: Ctx,
  storeId: string,
  orderId: string,
): Promise<OrderRecord | undefined> {
  planByKey(ctx);
  const [locked] = await lock(ctx.db, storeId, orderId);
  return locked && ORDER.read(locked.row);
}

const ORDER = rowJson(orders, "orders");

/**
 * Returns SQL for the service's id of the order that a text means: the merchant's id or, if none matches, the same
 * with one leading `#` more or less, as shops write the names of orders; else the name that its shop gives it, with or
 * without that, of several orders the newest's; null for none. Exactly that id comes first.
 */
export function namedOrderSql(store: string, text: string): string {
  const withId = (id: string) => `(select id from orders where store_id = ${store} and external_id = ${id})`;
  const other = `case when left(${text}, 1) = '#' then substr(${text}, 2) else '#' || ${text} end`;
  const named = `(select id from search_keys
    where store_id = ${store} and kind = 'order.number' and key = lower(normalize(${text})) order by at desc, id desc limit 1)`;
  return `coalesce(${withId(text)}, ${withId(other)}, ${named})`;
}

/** Returns the same; a text that no order has for its id or name is the service's id. */
export function orderIdSql(store: string, text: string): string {
  return `coalesce(${namedOrderSql(store, text)}, ${text})`;
}

/** SQL for the service's id of the order of the store `$1` that `$2` means. */
export const ORDER_ID = orderIdSql("$1", "$2::text");

const lock = prepared<{ row: unknown[] }>(
  "lock_order",
  `select ${ORDER.sql} as row from orders where store_id = $1 and id = ${ORDER_ID} for no key update`,
);

/** Returns the order that `orderIdSql` finds. Throws 404 for an unknown order. */
export async function findOrder(ctx: Ctx, storeId: string, orderId: string): Promise<OrderRecord> {
  const found = await tryFindOrder(ctx, storeId, orderId);
  if (!found) throw noOrder(orderId);
  return found;
}

/** Returns the order as `findOrder` does; undefined for an unknown order. */
export async function tryFindOrder(
  ctx: Ctx,
  storeId: string,
  orderId: string,
): Promise<OrderRecord | undefined> {
  const [found] = await find(ctx.db, storeId, orderId);
  return found && ORDER.read(found.row);
}

const find = preparedByKey<{ row: unknown[] }>(
  "find_order",
  `select ${ORDER.sql} as row from orders where store_id = $1 and id = ${ORDER_ID} limit 1`,
);

/** Returns an order's fulfillments, oldest first. */
export function fulfillmentsOf(ctx: Ctx, storeId: string, orderId: string): Promise<FulfillmentRow[]> {
  return ctx.db
    .select()
    .from(fulfillments)
    .where(and(eq(fulfillments.storeId, storeId), eq(fulfillments.orderId, orderId)))
    .orderBy(asc(fulfillments.createdAt), asc(fulfillments.id));
}

/** Returns the 404 of an unknown order. */
export function noOrder(orderId: string) {
  return problem("order_not_found", `The store has no order ${orderId}.`);
}
