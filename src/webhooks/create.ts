import { sql } from "drizzle-orm";
import { type Ctx, inTransaction } from "../ctx.ts";
import { NOW } from "../db/now.ts";
import { webhooks } from "../db/tables/webhooks.ts";
import { requirePublicUrl } from "../delivery/callback-url.ts";
import { newSigningSecret } from "../delivery/sign.ts";
import { sendFairly } from "../jobs/fair.ts";
import { newId } from "../lib/ids.ts";
import { backfillJob } from "./backfill-job.ts";
import { shownColumns } from "./find.ts";
import type { Webhook, WebhookBody } from "./schema.ts";

export type Subscriber = { storeId: string; requestId: string };

type Answer = { webhook: Webhook & { signingSecret: string }; signingSecret: string };

/**
 * Subscribes to the store's returns, or updates the webhook that has this `externalId`. It hears of every change that
 * begins after the answer; a backfill tells it besides of every return of which it has heard nothing.
 */
export async function createWebhook(
  ctx: Ctx,
  subscriber: Subscriber,
  { webhook: given }: WebhookBody,
): Promise<{ answer: Answer; isNew: boolean }> {
  const { callback, externalId = null, backfill } = given;
  const { storeId, requestId } = subscriber;
  await requirePublicUrl(ctx, callback.url, { pointer: "/webhook/callback/url", storeId });
  const id = newId("whk");
  const token = callback.auth ? await ctx.encryption.encrypt(callback.auth.bearer.token) : null;
  const signingSecret = await ctx.encryption.encrypt(newSigningSecret());
  const now = sql.raw(NOW);
  const row = await inTransaction(ctx, async (tx) => {
    const [row] = await tx.db
      .insert(webhooks)
      .values({
        ...{ storeId, id, topic: given.topic, url: callback.url, token, externalId, signingSecret },
        ...{ createdAt: now, updatedAt: now },
      })
      .onConflictDoUpdate({
        target: [webhooks.storeId, webhooks.externalId],
        targetWhere: sql`${webhooks.deletedAt} is null`,
        set: { url: callback.url, token, updatedAt: now },
      })
      .returning();
    if (row && backfill) await sendFairly(tx, backfillJob, { storeId, webhookId: row.id, requestId });
    return row;
  });
  if (!row) throw new Error("an upsert gave no row");

  const secret = await ctx.encryption.decrypt(row.signingSecret);
  const webhook = { ...(await shownColumns(ctx, row)), signingSecret: secret };
  return { answer: { webhook, signingSecret: secret }, isNew: row.id === id };
}
