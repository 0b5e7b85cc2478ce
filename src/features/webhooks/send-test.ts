import { eq } from "drizzle-orm";
import { type Ctx, inTransaction } from "../../core/ctx.ts";
import { appendEvents, storePayloads } from "../../core/delivery/outbox.ts";
import type { Caller } from "../../core/http/request-context.ts";
import { stores } from "../../platform/db/tables/stores.ts";
import { TEST_EVENT } from "../returns/webhooks/test-event.ts";
import { findWebhook } from "./find.ts";

/**
 * Appends an event of a return that doesn't exist, delivered like any other. Throws 404 for an unknown
 * webhook.
 */
export async function sendTest(
  ctx: Ctx,
  { storeId, requestId }: Pick<Caller, "storeId" | "requestId">,
  webhookId: string,
): Promise<void> {
  await findWebhook(ctx, storeId, webhookId);
  await inTransaction(ctx, async (tx) => {
    const [store] = await tx.db
      .select({ merchantName: stores.name })
      .from(stores)
      .where(eq(stores.storeId, storeId));
    const event = { type: "created", at: ctx.now() } as const;
    const payload = { ...TEST_EVENT, ...event, merchantName: store?.merchantName ?? "" };
    const [payloadId = ""] = storePayloads(tx, storeId, [payload]);
    const returnId = TEST_EVENT.return.id;
    const events = [{ ...event, webhookId, returnId, payloadId, requestId }];
    await appendEvents(tx, storeId, { events });
  });
}
