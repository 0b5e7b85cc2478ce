import { sql } from "drizzle-orm";
import type { Ctx } from "../ctx.ts";
import { webhooks } from "../db/tables/webhooks.ts";
import { newSigningSecret } from "../delivery/sign.ts";
import { noWebhook, thisWebhook } from "./find.ts";

const OVERLAP = "24 hours";

/** Gives a webhook a new signing secret. For a day the one before signs beside it; the one before that does no more. */
export async function rotateSecret(ctx: Ctx, storeId: string, webhookId: string): Promise<string> {
  const signingSecret = newSigningSecret();
  const { rowCount } = await ctx.db
    .update(webhooks)
    .set({
      signingSecret: await ctx.encryption.encrypt(signingSecret),
      previousSigningSecret: sql`${webhooks.signingSecret}`,
      previousSigningSecretUntil: sql`clock_timestamp() + ${OVERLAP}::interval`,
    })
    .where(thisWebhook(storeId, webhookId));
  if (!rowCount) throw noWebhook(webhookId);
  return signingSecret;
}
