import { sql } from "drizzle-orm";
import { type Ctx, inTransaction } from "../../core/ctx.ts";
import { requirePublicUrl } from "../../core/delivery/callback-url.ts";
import { newSigningSecret } from "../../core/delivery/sign.ts";
import { sendFairly } from "../../core/jobs/fair.ts";
import { newId } from "../../lib/ids.ts";
import { invalid, problem } from "../../lib/problem.ts";
import { NOW } from "../../platform/db/now.ts";
import { webhooks } from "../../platform/db/tables/webhooks.ts";
import { backfillJob } from "./backfill-job.ts";
import { toWebhook } from "./find.ts";
import type { Webhook, WebhookBody } from "./schema.ts";

export type Subscriber = { storeId: string; requestId: string };

type Created = { webhook: Webhook & { signingSecret: string }; signingSecret: string };

/**
 * Creates a webhook, or updates the one with this `externalId`. It receives an event of every change that
 * begins after the response; a backfill also appends an event of every return of which it has none. Throws
 * 400 for a URL that is not public and for a backfill of another topic, 409 when the `externalId` is one of another topic.
 */
export async function createWebhook(
  ctx: Ctx,
  subscriber: Subscriber,
  { webhook: input }: WebhookBody,
): Promise<{ created: Created; isNew: boolean }> {
  const { callback, externalId = null, backfill } = input;
  const { storeId, requestId } = subscriber;
  if (backfill && input.topic !== "return") {
    throw invalid({
      detail: "Only webhooks of the topic return can be sent what exists.",
      pointer: "/webhook/backfill",
    });
  }
  await requirePublicUrl(ctx, callback.url, { pointer: "/webhook/callback/url", storeId });
  const id = newId("whk");
  const token = callback.auth ? await ctx.encryption.encrypt(callback.auth.bearer.token) : null;
  const signingSecret = await ctx.encryption.encrypt(newSigningSecret());
  const now = sql.raw(NOW);
  const row = await inTransaction(ctx, async (tx) => {
    const [row] = await tx.db
      .insert(webhooks)
      .values({
        ...{ storeId, id, topic: input.topic, url: callback.url, token, externalId, signingSecret },
        ...{ createdAt: now, updatedAt: now },
      })
      .onConflictDoUpdate({
        target: [webhooks.storeId, webhooks.externalId],
        targetWhere: sql`${webhooks.deletedAt} is null`,
        set: { url: callback.url, token, updatedAt: now },
      })
      .returning();
    if (row && row.topic !== input.topic) {
      const detail = `A webhook of the topic ${row.topic} has the externalId ${externalId}.`;
      throw problem("already_exists", detail);
    }
    if (row && backfill) await sendFairly(tx, backfillJob, { storeId, webhookId: row.id, requestId });
    return row;
  });
  if (!row) throw new Error("the upsert returned no row");

  const secret = await ctx.encryption.decrypt(row.signingSecret);
  const webhook = { ...(await toWebhook(ctx, row)), signingSecret: secret };
  return { created: { webhook, signingSecret: secret }, isNew: row.id === id };
}
