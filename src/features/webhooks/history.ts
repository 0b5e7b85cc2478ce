import { and, desc, eq } from "drizzle-orm";
import type { Ctx } from "../../core/ctx.ts";
import { webhookHistory } from "../../platform/db/tables/webhooks.ts";
import { findWebhook } from "./find.ts";
import type { WebhookHistoryEntry } from "./schema.ts";

const MAX_ENTRIES = 1_000;

/**
 * Returns when a webhook was disabled and enabled, the oldest of the last 1,000 entries first. Throws 404 for an
 * unknown webhook.
 */
export async function webhookHistoryOf(
  ctx: Ctx,
  storeId: string,
  webhookId: string,
): Promise<WebhookHistoryEntry[]> {
  await findWebhook(ctx, storeId, webhookId);
  const rows = await ctx.db
    .select()
    .from(webhookHistory)
    .where(and(eq(webhookHistory.storeId, storeId), eq(webhookHistory.webhookId, webhookId)))
    .orderBy(desc(webhookHistory.id))
    .limit(MAX_ENTRIES);
  return rows.toReversed().map(({ type, at, by, switchedById: byId, requestId, failingSince }) => ({
    ...{ type, at: at.toISOString(), by, byId, requestId },
    failingSince: failingSince?.toISOString() ?? null,
  }));
}
