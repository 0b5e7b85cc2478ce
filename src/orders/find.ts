import { and, asc, eq, or, sql } from "drizzle-orm";
import type { Ctx } from "../ctx.ts";
import { fulfillments, orders } from "../db/tables/orders.ts";
import { problem } from "../lib/problem.ts";
import type { Order } from "./schema.ts";
import { type FulfillmentRow, orderView } from "./view.ts";

export type OrderRecord = typeof orders.$inferSelect;

/**
 * Returns the order with the merchant's id or, if none matches, the service's id. Throws 404 for an unknown
 * order.
 */
async function findOrder(ctx: Ctx, storeId: string, orderId: string): Promise<OrderRecord> {
  const [row] = await orderWithId(ctx, storeId, orderId);
  if (!row) throw problem("order_not_found", `The store has no order ${orderId}.`);
  return row;
}

/**
 * Returns the same order, locked until the transaction ends, so that changes of its units are serialized.
 * Throws 404 for an unknown order.
 */
export async function lockOrder(ctx: Ctx, storeId: string, orderId: string): Promise<OrderRecord> {
  const [row] = await orderWithId(ctx, storeId, orderId).for("no key update");
  if (!row) throw problem("order_not_found", `The store has no order ${orderId}.`);
  return row;
}

/** Returns the view of an order with its fulfillments. Throws 404 for an unknown order. */
export async function readOrder(ctx: Ctx, storeId: string, orderId: string): Promise<Order> {
  const order = await findOrder(ctx, storeId, orderId);
  return orderView(order, await fulfillmentsOf(ctx, storeId, order.id));
}

/**
 * Returns the service's id of the order with the merchant's id or, with `byOwnId`, with the service's id if
 * none matches; undefined for an unknown order.
 */
export async function orderIdOf(
  ctx: Ctx,
  storeId: string,
  text: string,
  { byOwnId }: { byOwnId: boolean },
): Promise<string | undefined> {
  const found = (column: typeof orders.id | typeof orders.externalId) =>
    ctx.db
      .select({ id: orders.id })
      .from(orders)
      .where(and(eq(orders.storeId, storeId), eq(column, text)));
  const [row] = await found(orders.externalId);
  const [own] = row || !byOwnId ? [] : await found(orders.id);
  return (row ?? own)?.id;
}

/** Returns an order's fulfillments, oldest first. */
export function fulfillmentsOf(ctx: Ctx, storeId: string, orderId: string): Promise<FulfillmentRow[]> {
  return ctx.db
    .select()
    .from(fulfillments)
    .where(and(eq(fulfillments.storeId, storeId), eq(fulfillments.orderId, orderId)))
    .orderBy(asc(fulfillments.createdAt), asc(fulfillments.id));
}

function orderWithId(ctx: Ctx, storeId: string, orderId: string) {
  return ctx.db
    .select()
    .from(orders)
    .where(and(eq(orders.storeId, storeId), or(eq(orders.externalId, orderId), eq(orders.id, orderId))))
    .orderBy(sql`${orders.externalId} = ${orderId} desc`)
    .limit(1);
}
