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
function namedOrderSql(store: string, text: string): string {
  const newest = `(select id from ${namesakes(store, text)} order by at desc, id desc limit 1)`;
  return `coalesce(${withIdSql(store, text)}, ${newest})`;
}

/** Returns the same; a text that no order has for its id or name is the service's id. */
export function orderIdSql(store: string, text: string): string {
  return `coalesce(${namedOrderSql(store, text)}, ${text})`;
}

/** SQL for the order with a merchant's id, else with that in the other spelling. */
function withIdSql(store: string, text: string): string {
  const withId = (id: string) => `(select id from orders where store_id = ${store} and external_id = ${id})`;
  return `coalesce(${withId(text)}, ${withId(otherSpelling(text))})`;
}

/**
 * Returns SQL for an array of the orders that a list shows for a text: the same, but of several orders of one name the newest
 * 20; empty for none.
 */
export function namedOrdersSql(store: string, text: string): string {
  const all = `array(select id from ${namesakes(store, text)} order by at desc, id desc limit ${MAX_NAMESAKES})`;
  return `(select case when id is null then ${all} else array[id] end
    from (select ${withIdSql(store, text)} as id) as known)::text[]`;
}

/** Returns the same; a text that no order has for its id or name is the service's id. */
export function orderIdsSql(store: string, text: string): string {
  return `coalesce(nullif(${namedOrdersSql(store, text)}, '{}'), array[${text}])`;
}

/** SQL for a text with one leading `#` more or less. */
function otherSpelling(text: string): string {
  return `case when left(${text}, 1) = '#' then substr(${text}, 2) else '#' || ${text} end`;
}

/** SQL, for a select, that finds the orders that their shop calls so. */
function namesakes(store: string, text: string): string {
  return `search_keys where store_id = ${store} and kind = 'order.number' and key = lower(normalize(${text}))`;
}

/** Shops that count again from 1 each year, and several shops of one store, give more than one order a name. */
const MAX_NAMESAKES = 20;

/**
 * Returns SQL for all orders that a person may mean by a text, at most 22: `id`, and `rank`, by which those that are called so
 * come first, the newest of them first, and then those that have it for their id alone and are called otherwise. With
 * `isExact` none is meant by the other spelling of its id where one has exactly that id.
 */
export function meantOrdersSql(store: string, text: string, { isExact = false } = {}): string {
  const withId = (id: string, rank: number) => `select id,
    case when body ->> 'orderName' is null then ${rank} else ${rank + BEHIND_NAMES} end as rank
    from orders where store_id = ${store} and external_id = ${id}`;
  const hasExact = `exists (select from orders where store_id = ${store} and external_id = ${text})`;
  return `(${withId(text, 1)} union all ${withId(otherSpelling(text), 2)}${isExact ? ` and not ${hasExact}` : ""}
    union all (select id, 2 + row_number() over (order by at desc, id desc) from ${namesakes(store, text)}
      order by at desc, id desc limit ${MAX_NAMESAKES}))`;
}

const BEHIND_NAMES = 100;

/** SQL for the service's id of the order of the store `$1` that `$2` means. */
export const ORDER_ID = orderIdSql("$1", "$2::text");

const lock = prepared<{ row: unknown[] }>(
  "lock_order",
  `select ${ORDER.sql} as row from orders where store_id = $1 and id = ${ORDER_ID} for no key update`,
);

/** Returns the order that `orderIdSql` finds. Throws 404 for an unknown order. */
export async function findOrder(ctx: Ctx, storeId: string, orderId: string): Promise<OrderRecord> {
  const [found] = await find(ctx.db, storeId, orderId);
  if (!found) throw noOrder(orderId);
  return ORDER.read(found.row);
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
