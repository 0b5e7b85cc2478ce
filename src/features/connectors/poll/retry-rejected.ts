import type { Ctx } from "../../../core/ctx.ts";
import type { Lease } from "../../../core/delivery/leases.ts";
import type { Connector } from "../connector.ts";
import { deletedAmong } from "../deletions.ts";
import { cancelDeleted } from "../hooks/cancel-deleted.ts";
import { connectorOf } from "../kinds.ts";
import type { Connected } from "../open-shop.ts";
import { readShopOrder } from "../read-shop-order.ts";
import {
  type ConnectorKey,
  dueRejections,
  noteRejections,
  postponeRejection,
  UNNAMED,
} from "../rejections.ts";
import { takeOrders } from "../take-orders.ts";
import type { NextPoll } from "./streams.ts";

const MAX_RETRIED = 5;
const TIMEOUT_MS = 4_000;

/**
 * Reads rejected orders again that are due, a few with each poll: what rejected them may be gone, such as a return that holds
 * a line. One that the shop doesn't have any more is forgotten, and cancelled if the shop has said that it was deleted; one without
 * an id is forgotten too. Without an answer the others wait for the next poll, and this one behind them.
 */
export async function retryRejected(ctx: Ctx, { storeId }: Lease<NextPoll>, next: NextPoll): Promise<void> {
  const { connectorId } = next;
  const key = { storeId, connectorId };
  const connector = connectorOf(next.kind);
  if (!connector) return;
  for (const orderId of await dueRejections(ctx, key, MAX_RETRIED)) {
    const isRead = await retryOrder(ctx, { ...key, connector, connected: next }, orderId);
    if (!isRead) return postponeRejection(ctx, key, orderId);
  }
}

type Of = ConnectorKey & { connector: Connector; connected: Connected };

/** Reads a rejected order again, and stores, rejects or forgets it. Returns false without an answer of the shop. */
export async function retryOrder(
  ctx: Ctx,
  { storeId, connectorId, connector, connected }: Of,
  orderId: string,
): Promise<boolean> {
  const key = { storeId, connectorId };
  const asking = { storeId, connected, timeoutMs: TIMEOUT_MS };
  const askedAt = ctx.now();
  const read = orderId === UNNAMED ? { orders: [] } : await readShopOrder(ctx, asking, orderId);
  if ("failure" in read) return false;
  if (read.orders.length === 0 && !read.unread) {
    const deleted = await deletedAmong(ctx, key, { orderIds: [orderId], askedAt: undefined });
    if (deleted.has(orderId)) await cancelDeleted(ctx, { ...key, kind: connector.kind }, orderId);
    await noteRejections(ctx, key, { rejected: [], accepted: [orderId] });
  } else await takeOrders(ctx, { ...key, connector, way: "poll", askedAt }, read);
  return true;
}
