import { sql } from "drizzle-orm";
import { type Ctx, inTransaction } from "../ctx.ts";
import { NOW } from "../db/now.ts";
import { webhooks } from "../db/tables/webhooks.ts";
import { sendFairly } from "../jobs/fair.ts";
import { noWebhook, thisWebhook } from "./find.ts";
import { purgeWebhookJob } from "./purge-webhook-job.ts";

/** So long that every change has ended which was about to tell the webhook something. */
const UNTIL_PURGED_SECONDS = 60;

/** Ends a webhook: no attempt begins any more, and nothing of it can be read; its rows are removed in the background. */
export function deleteWebhook(ctx: Ctx, storeId: string, webhookId: string): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const { rowCount } = await tx.db
      .update(webhooks)
      .set({ deletedAt: sql.raw(NOW) })
      .where(thisWebhook(storeId, webhookId));
    if (!rowCount) throw noWebhook(webhookId);
    await sendFairly(tx, purgeWebhookJob, { storeId, webhookId }, { startAfter: UNTIL_PURGED_SECONDS });
  });
}
