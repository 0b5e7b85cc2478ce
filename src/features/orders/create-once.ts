import type { Ctx } from "../../core/ctx.ts";
import { runIdempotent } from "../../core/http/idempotency.ts";
import type { Caller } from "../../core/http/request-context.ts";
import { createOrder, existingOrder } from "./create.ts";
import { createOrderTogether } from "./create-together.ts";
import type { OrderBody, OrderCreated } from "./schema.ts";

/**
 * Creates an order, once per idempotency key. Throws what `createOrder` throws, and 409 when the store already
 * has the order or the key was used for another request.
 */
export async function createOrderOnce(
  ctx: Ctx,
  caller: Caller,
  { body, key }: { body: OrderBody; key: string | undefined },
): Promise<OrderCreated> {
  if (key === undefined) return createOrderTogether(ctx, caller.storeId, body);
  const request = {
    operation: "orders.create",
    key,
    request: body,
    objectIdOf: ({ orderId }: OrderCreated) => orderId,
  };
  try {
    const create = (tx: Ctx) => createOrder(tx, caller.storeId, body);
    return (await runIdempotent(ctx, caller, request, create)).result;
  } catch (error) {
    throw existingOrder(error, body);
  }
}
