import { and, asc, eq, or, sql } from "drizzle-orm";
import type { Ctx } from "../ctx.ts";
import { planByKey, prepared } from "../db/prepared.ts";
import { rowJson } from "../db/row-json.ts";
import { fulfillments, orders } from "../db/tables/orders.ts";
import { problem } from "../lib/problem.ts";
import type { FulfillmentRow } from "./view.ts";

export type OrderRecord = typeof orders.$inferSelect;

/**
 * Returns the order with the merchant's id or, if none matches, the service's id, locked until the transaction
 * ends, so that changes of its units are serialized. Throws 404 for an unknown order.
 */
export async function lockOrder(ctx: Ctx, storeId: string, orderId: string): Promise<OrderRecord> {
  const [, [locked]] = await Promise.all([planByKey(ctx.db), lock(ctx.db, storeId, orderId)]);
  if (!locked) throw noOrder(orderId);
  return ORDER.read(locked.row);
}

const ORDER = rowJson(orders, "orders");

/** SQL for the service's id of the order of the store `$1` with one of the ids in `$2`. */
export const ORDER_ID = `coalesce((select id from orders where store_id = $1 and external_id = $2::text), $2::text)`;

const lock = prepared<{ row: unknown[] }>(
  "lock_order",
  `select ${ORDER.sql} as row from orders where store_id = $1 and id = ${ORDER_ID} for no key update`,
);

/** Returns the order with the merchant's id or, if none matches, the service's id. Throws 404 for an unknown order. */
export async function findOrder(ctx: Ctx, storeId: string, orderId: string): Promise<OrderRecord> {
  const [row] = await orderWithId(ctx, storeId, orderId);
  if (!row) throw noOrder(orderId);
  return row;
}

/** Returns an order's fulfillments, oldest first. */
export function fulfillmentsOf(ctx: Ctx, storeId: string, orderId: string): Promise<FulfillmentRow[]> {
  return ctx.db
    .select()
    .from(fulfillments)
    .where(and(eq(fulfillments.storeId, storeId), eq(fulfillments.orderId, orderId)))
    .orderBy(asc(fulfillments.createdAt), asc(fulfillments.id));
}

function noOrder(orderId: string) {
  return problem("order_not_found", `The store has no order ${orderId}.`);
}

function orderWithId(ctx: Ctx, storeId: string, orderId: string) {
  return ctx.db
    .select()
    .from(orders)
    .where(and(eq(orders.storeId, storeId), or(eq(orders.externalId, orderId), eq(orders.id, orderId))))
    .orderBy(sql`${orders.externalId} = ${orderId} desc`)
    .limit(1);
}
