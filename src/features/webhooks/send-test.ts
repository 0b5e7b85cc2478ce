import { eq } from "drizzle-orm";
import { type Ctx, inTransaction } from "../../core/ctx.ts";
import { appendEvents, storePayloads } from "../../core/delivery/outbox.ts";
import type { Caller } from "../../core/http/request-context.ts";
import { stores } from "../../platform/db/tables/stores.ts";
import type { EventType, Topic } from "../../platform/db/tables/webhooks.ts";
import { TEST_MAIL } from "../mail/webhook-docs.ts";
import { TEST_EVENT } from "../returns/webhooks/test-event.ts";
import { WITHDRAWAL } from "../withdrawals/docs.ts";
import { findWebhook } from "./find.ts";

/** The id of what a test event is about. */
const TEST_ID = "test";

const TEST_EVENTS: Record<Topic, { type: EventType; shown: object }> = {
  return: { type: "created", shown: TEST_EVENT },
  withdrawal: { type: "created", shown: { withdrawal: { ...WITHDRAWAL, id: TEST_ID } } },
  mail: { type: "queued", shown: TEST_MAIL },
};

/**
 * Appends an event of a return, or whatever the topic is, that doesn't exist, delivered like any other. Throws 404 for an unknown
 * webhook.
 */
export async function sendTest(
  ctx: Ctx,
  { storeId, requestId }: Pick<Caller, "storeId" | "requestId">,
  webhookId: string,
): Promise<void> {
  const { topic } = await findWebhook(ctx, storeId, webhookId);
  await inTransaction(ctx, async (tx) => {
    const [store] = await tx.db
      .select({ merchantName: stores.name })
      .from(stores)
      .where(eq(stores.storeId, storeId));
    const { type, shown } = TEST_EVENTS[topic];
    const event = { type, at: ctx.now() };
    const payload = { ...event, aboutId: TEST_ID, merchantName: store?.merchantName ?? "", shown };
    const [payloadId = ""] = storePayloads(tx, storeId, [payload]);
    const returnId = TEST_ID;
    const events = [{ ...event, webhookId, returnId, payloadId, requestId }];
    await appendEvents(tx, storeId, { events });
  });
}
