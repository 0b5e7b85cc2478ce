import { sql } from "drizzle-orm";
import { type Ctx, inTransaction } from "../../core/ctx.ts";
import { sendFairly } from "../../core/jobs/fair.ts";
import { NOW } from "../../platform/db/now.ts";
import { webhooks } from "../../platform/db/tables/webhooks.ts";
import { isWebhook, webhookNotFound } from "./find.ts";
import { purgeWebhookJob } from "./purge-webhook-job.ts";

/** Every change that may still append events has ended by then. */
const PURGE_DELAY_SECONDS = 60;

/**
 * Marks a webhook as deleted: no further attempt starts and it can't be read; a job removes its rows. Throws
 * 404 for an unknown webhook.
 */
export function deleteWebhook(ctx: Ctx, storeId: string, webhookId: string): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const { rowCount } = await tx.db
      .update(webhooks)
      .set({ deletedAt: sql.raw(NOW) })
      .where(isWebhook(storeId, webhookId));
    if (!rowCount) throw webhookNotFound(webhookId);
    await sendFairly(tx, purgeWebhookJob, { storeId, webhookId }, { startAfter: PURGE_DELAY_SECONDS });
  });
}
