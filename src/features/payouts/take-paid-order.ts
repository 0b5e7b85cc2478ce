import type { Ctx } from "../../core/ctx.ts";
import type { AttemptOfLease } from "../../core/delivery/record-attempts.ts";
import { within } from "../../lib/within.ts";
import { connectorOf } from "../connectors/kinds.ts";
import { takeOrders } from "../connectors/take-orders.ts";
import type { NextPayout } from "./next-payout.ts";

/** What is recorded next waits for it. */
const TIMEOUT_MS = 5_000;

/**
 * Stores the order that a shop has sent with its answer to a payout, so that it has the refund however the shop's webhook fares.
 * The payout is recorded after it, so that a process that ends between the two asks the shop again; it is recorded all the same
 * where the order can't be stored.
 */
export async function takePaidOrder(
  ctx: Ctx,
  { lease, attempt }: Pick<AttemptOfLease<NextPayout>, "lease" | "attempt">,
): Promise<void> {
  const { storeId, nextEvent: payout } = lease;
  const order = attempt && "order" in attempt ? attempt.order : undefined;
  const connector = payout?.connector && connectorOf(payout.connector.kind);
  if (order === undefined || !connector || payout.connectorId === null) return;
  const from = { storeId, connectorId: payout.connectorId, connector, way: "payout" } as const;
  try {
    await within(TIMEOUT_MS, takeOrders(ctx, from, { orders: [order] }));
  } catch (error) {
    const { id: payoutId, orderId } = payout;
    ctx.log.error({ err: error, storeId, payoutId, orderId }, "the order of a payout could not be stored");
  }
}
