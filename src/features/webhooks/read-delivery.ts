import { and, eq } from "drizzle-orm";
import type { Ctx } from "../../core/ctx.ts";
import { webhookPayloads } from "../../platform/db/tables/webhooks.ts";
import { type DeliveryKey, deliveryNotFound, eventKey, findDelivery, loadAttempts } from "./find-delivery.ts";
import type { DeliveryDetail } from "./schema.ts";
import { deliveryView } from "./view.ts";

/**
 * Returns a delivery with all its attempts and the body that is sent. Throws 404 for an unknown webhook or
 * delivery.
 */
export async function readDelivery(ctx: Ctx, storeId: string, key: DeliveryKey): Promise<DeliveryDetail> {
  const event = await findDelivery(ctx, storeId, key);
  const ofEvent = and(eq(webhookPayloads.storeId, storeId), eq(webhookPayloads.id, event.payloadId));
  const [payload] = await ctx.db.select({ body: webhookPayloads.body }).from(webhookPayloads).where(ofEvent);
  // Both are removed together when they are too old.
  if (!payload) throw deliveryNotFound(key);
  const attempts = await loadAttempts(ctx, storeId, key.webhookId, [event]);
  const view = deliveryView(event, attempts.get(eventKey(event)) ?? []);
  return { ...view, requestId: event.requestId, payload: payload.body };
}
