import { and, asc, eq, inArray } from "drizzle-orm";
import type { Ctx } from "../ctx.ts";
import { fulfillments, orders } from "../db/tables/orders.ts";
import type { Order } from "./schema.ts";
import { orderView } from "./view.ts";

/** Returns the views of orders with their fulfillments, by the service's id, with two statements. */
export async function loadOrders(ctx: Ctx, storeId: string, ids: string[]): Promise<Map<string, Order>> {
  if (ids.length === 0) return new Map();
  const [rows, fulfilled] = await Promise.all([
    ctx.db
      .select()
      .from(orders)
      .where(and(eq(orders.storeId, storeId), inArray(orders.id, ids))),
    ctx.db
      .select()
      .from(fulfillments)
      .where(and(eq(fulfillments.storeId, storeId), inArray(fulfillments.orderId, ids)))
      .orderBy(asc(fulfillments.createdAt), asc(fulfillments.id)),
  ]);
  const fulfillmentsOf = Map.groupBy(fulfilled, ({ orderId }) => orderId);
  return new Map(rows.map((row) => [row.id, orderView(row, fulfillmentsOf.get(row.id) ?? [])]));
}
