import { and, asc, eq, or, sql } from "drizzle-orm";
import type { Ctx } from "../ctx.ts";
import { fulfillments, orders } from "../db/tables/orders.ts";
import { problem } from "../lib/problem.ts";
import type { Order } from "./schema.ts";
import { type FulfillmentRow, orderView } from "./view.ts";

export type OrderRecord = typeof orders.$inferSelect;

/** The order that has this id, the merchant's own before the service's; 404 when the store has none. */
export async function findOrder(ctx: Ctx, storeId: string, orderId: string): Promise<OrderRecord> {
  const [row] = await orderWithId(ctx, storeId, orderId);
  if (!row) throw problem(404, `The store has no order ${orderId}.`);
  return row;
}

/** The same, locked until the transaction ends: what is decided about its units is decided by one at a time. */
export async function lockOrder(ctx: Ctx, storeId: string, orderId: string): Promise<OrderRecord> {
  const [row] = await orderWithId(ctx, storeId, orderId).for("no key update");
  if (!row) throw problem(404, `The store has no order ${orderId}.`);
  return row;
}

export async function readOrder(ctx: Ctx, storeId: string, orderId: string): Promise<Order> {
  const order = await findOrder(ctx, storeId, orderId);
  return orderView(order, await fulfillmentsOf(ctx, storeId, order.id));
}

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
