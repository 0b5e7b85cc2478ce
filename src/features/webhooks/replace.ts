import { sql } from "drizzle-orm";
import type { Ctx } from "../../core/ctx.ts";
import { requirePublicUrl } from "../../core/delivery/callback-url.ts";
import { problem } from "../../lib/problem.ts";
import { isUniqueViolation } from "../../platform/db/errors.ts";
import { NOW } from "../../platform/db/now.ts";
import { webhooks } from "../../platform/db/tables/webhooks.ts";
import { isWebhook, webhookNotFound } from "./find.ts";
import type { WebhookChange } from "./schema.ts";

/**
 * Replaces a webhook's callback and external id; omitted fields become null. The next attempt uses the new
 * callback. Throws 400 for a URL that is not public, 404 for an unknown webhook and 409 for an external id
 * that another webhook of the store has.
 */
export async function replaceWebhook(
  ctx: Ctx,
  storeId: string,
  change: { webhookId: string } & WebhookChange,
): Promise<void> {
  const { callback, externalId = null } = change.webhook;
  await requirePublicUrl(ctx, callback.url, { pointer: "/webhook/callback/url", storeId });
  const token = callback.auth ? await ctx.encryption.encrypt(callback.auth.bearer.token) : null;
  try {
    const { rowCount } = await ctx.db
      .update(webhooks)
      .set({ url: callback.url, token, externalId, updatedAt: sql.raw(NOW) })
      .where(isWebhook(storeId, change.webhookId));
    if (!rowCount) throw webhookNotFound(change.webhookId);
  } catch (error) {
    if (!isUniqueViolation(error, "webhooks_external_id")) throw error;
    throw problem("already_exists", `Another webhook of the store has the externalId ${externalId}.`);
  }
}
