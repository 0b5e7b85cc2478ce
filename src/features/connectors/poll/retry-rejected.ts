import type { Ctx } from "../../../core/ctx.ts";
import type { Lease } from "../../../core/delivery/leases.ts";
import { connectorOf } from "../kinds.ts";
import { readShopOrder } from "../read-shop-order.ts";
import { dueRejections, noteRejections, postponeRejection, UNNAMED } from "../rejections.ts";
import { takeOrders } from "../take-orders.ts";
import type { NextPoll } from "./streams.ts";

const MAX_RETRIED = 5;
const TIMEOUT_MS = 4_000;

/**
 * Reads rejected orders again that are due, a few with each poll: what rejected them may be gone, such as a return that holds
 * a line. One that the shop doesn't have any more is forgotten, and so is one without an id. Without an answer the others wait for the
 * next poll, and this one behind them.
 */
export async function retryRejected(ctx: Ctx, { storeId }: Lease<NextPoll>, next: NextPoll): Promise<void> {
  const { connectorId } = next;
  const key = { storeId, connectorId };
  const connector = connectorOf(next.kind);
  if (!connector) return;
  for (const orderId of await dueRejections(ctx, key, MAX_RETRIED)) {
    const asking = { storeId, connected: next, timeoutMs: TIMEOUT_MS };
    const read = orderId === UNNAMED ? { orders: [] } : await readShopOrder(ctx, asking, orderId);
    if ("failure" in read) return postponeRejection(ctx, key, orderId);
    if (read.orders.length === 0 && !read.unread) {
      await noteRejections(ctx, key, { rejected: [], accepted: [orderId] });
    } else await takeOrders(ctx, { storeId, connectorId, connector, way: "poll" }, read);
  }
}
