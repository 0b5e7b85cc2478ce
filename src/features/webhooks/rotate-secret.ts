import { sql } from "drizzle-orm";
import type { Ctx } from "../../core/ctx.ts";
import { newSigningSecret } from "../../core/delivery/sign.ts";
import { webhooks } from "../../platform/db/tables/webhooks.ts";
import { isWebhook, webhookNotFound } from "./find.ts";

const OVERLAP = "24 hours";

/**
 * Replaces a webhook's signing secret and returns the new one. The previous secret also signs for 24 hours;
 * the one before it no longer does. Throws 404 for an unknown webhook.
 */
export async function rotateSecret(ctx: Ctx, storeId: string, webhookId: string): Promise<string> {
  const signingSecret = newSigningSecret();
  const { rowCount } = await ctx.db
    .update(webhooks)
    .set({
      signingSecret: await ctx.encryption.encrypt(signingSecret),
      previousSigningSecret: sql`${webhooks.signingSecret}`,
      previousSigningSecretUntil: sql`clock_timestamp() + ${OVERLAP}::interval`,
    })
    .where(isWebhook(storeId, webhookId));
  if (!rowCount) throw webhookNotFound(webhookId);
  return signingSecret;
}
