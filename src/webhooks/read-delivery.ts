import { and, asc, eq } from "drizzle-orm";
import type { Ctx } from "../ctx.ts";
import { webhookAttempts, webhookEvents, webhookPayloads } from "../db/tables/webhooks.ts";
import { problem } from "../lib/problem.ts";
import { findWebhook } from "./find.ts";
import type { DeliveryDetail } from "./schema.ts";
import { deliveryView } from "./view.ts";

/** Returns a delivery with all its attempts and the body that is sent. Throws 404 for an unknown one. */
export async function readDelivery(
  ctx: Ctx,
  storeId: string,
  { webhookId, deliveryId }: { webhookId: string; deliveryId: string },
): Promise<DeliveryDetail> {
  await findWebhook(ctx, storeId, webhookId);
  const [found] = await ctx.db
    .select({ event: webhookEvents, payload: webhookPayloads.body })
    .from(webhookEvents)
    .innerJoin(
      webhookPayloads,
      and(
        eq(webhookPayloads.storeId, webhookEvents.storeId),
        eq(webhookPayloads.id, webhookEvents.payloadId),
      ),
    )
    .where(
      and(
        eq(webhookEvents.storeId, storeId),
        eq(webhookEvents.webhookId, webhookId),
        eq(webhookEvents.id, deliveryId),
      ),
    );
  if (!found) throw problem("delivery_not_found", `The webhook ${webhookId} has no delivery ${deliveryId}.`);
  const { event, payload } = found;
  const attempts = await ctx.db
    .select()
    .from(webhookAttempts)
    .where(
      and(
        eq(webhookAttempts.storeId, storeId),
        eq(webhookAttempts.webhookId, webhookId),
        eq(webhookAttempts.returnId, event.returnId),
        eq(webhookAttempts.seq, event.seq),
      ),
    )
    .orderBy(asc(webhookAttempts.number));
  return { ...deliveryView(event, attempts), requestId: event.requestId, payload };
}
