import type { Ctx } from "../../../core/ctx.ts";
import { Problem } from "../../../lib/problem.ts";
import { orderFromShop } from "./from-shop.ts";
import type { OrderSynced, ShopOrder } from "./schema.ts";
import { upsertOrders } from "./upsert-orders.ts";

/**
 * Creates or updates the order of a shop. Throws 400 for an invalid one, 409 for an edit that takes away what returns
 * hold, and 503 for the id of a customer that is being erased.
 */
export async function upsertShopOrder(ctx: Ctx, storeId: string, order: ShopOrder): Promise<OrderSynced> {
  const [upserted] = await upsertOrders(ctx, storeId, [orderFromShop(order)]);
  if (!upserted || upserted instanceof Problem) throw upserted;
  return { message: "Order synced successfully", orderId: order.id, redoId: upserted.orderId };
}
