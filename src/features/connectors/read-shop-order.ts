import type { Ctx } from "../../core/ctx.ts";
import type { ChangedOrders } from "./connector.ts";
import { type Asking, askOfShop, type Failure } from "./open-shop.ts";

/** An order of a shop, if it has it; `unread` has the id of one that is too large to be read. */
type Read = Pick<ChangedOrders, "orders" | "unread">;

/** Reads one order of a shop, or returns why nothing is known of it. */
export async function readShopOrder(
  ctx: Ctx,
  asking: Asking,
  orderId: string,
): Promise<Read | { failure: Failure }> {
  const asked = await askOfShop(ctx, asking, (connector, call) => connector.order(call, orderId));
  if ("result" in asked) return { orders: asked.result === undefined ? [] : [asked.result] };
  return asked.failure.isTooLarge ? { orders: [], unread: [{ id: orderId }] } : asked;
}
