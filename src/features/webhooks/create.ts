import { sql } from "drizzle-orm";
import type { Ctx } from "../../core/ctx.ts";
import { requirePublicUrl } from "../../core/delivery/callback-url.ts";
import { newSigningSecret } from "../../core/delivery/sign.ts";
import { runIdempotent } from "../../core/http/idempotency.ts";
import { sendFairly } from "../../core/jobs/fair.ts";
import { newId } from "../../lib/ids.ts";
import { invalid, problem } from "../../lib/problem.ts";
import { NOW } from "../../platform/db/now.ts";
import { webhooks } from "../../platform/db/tables/webhooks.ts";
import { backfillJob } from "./backfill-job.ts";
import { findWebhook, toWebhook } from "./find.ts";
import type { Webhook, WebhookBody } from "./schema.ts";

export type Subscriber = { storeId: string; requestId: string };

type Created = { webhook: Webhook & { signingSecret: string }; signingSecret: string };

/**
 * Creates a webhook, or updates the one with this `externalId`; once per idempotency `key`. It receives an event of every
 * change that begins after the response; a backfill also appends an event of every return of which it has none. Throws
 * 400 for a URL that is not public and for a backfill of another topic, 404 when a repeat finds the webhook deleted, 409
 * when the `externalId` is one of another topic, and for a key that is in use or was used for another webhook.
 */
export async function createWebhook(
  ctx: Ctx,
  subscriber: Subscriber,
  { webhook: input }: WebhookBody,
  key?: string,
): Promise<{ created: Created; isNew: boolean }> {
  const { callback, backfill } = input;
  const { storeId } = subscriber;
  if (backfill && input.topic !== "return") {
    throw invalid({
      detail: "Only webhooks of the topic return can be sent what exists.",
      pointer: "/webhook/backfill",
    });
  }
  await requirePublicUrl(ctx, callback.url, { pointer: "/webhook/callback/url", storeId });
  const token = callback.auth ? await ctx.encryption.encrypt(callback.auth.bearer.token) : null;
  const signingSecret = await ctx.encryption.encrypt(newSigningSecret());
  // The stored response has no secret: a repeat reads the row.
  const { result, replayed } = await runIdempotent(
    ctx,
    subscriber,
    {
      operation: "webhooks.create",
      key,
      request: input,
      objectIdOf: ({ webhookId }: Upserted) => webhookId,
    },
    (tx) => upsert(tx, subscriber, input, { token, signingSecret }),
  );
  const row = await findWebhook(ctx, storeId, result.webhookId);
  const secret = await ctx.encryption.decrypt(row.signingSecret);
  const webhook = { ...(await toWebhook(ctx, row)), signingSecret: secret };
  return { created: { webhook, signingSecret: secret }, isNew: result.isNew && !replayed };
}

type Upserted = { webhookId: string; isNew: boolean };
type Encrypted = { token: string | null; signingSecret: string };

async function upsert(
  tx: Ctx,
  { storeId, requestId }: Subscriber,
  { topic, callback: { url }, externalId = null, backfill }: WebhookBody["webhook"],
  { token, signingSecret }: Encrypted,
): Promise<Upserted> {
  const id = newId("whk");
  const now = sql.raw(NOW);
  const [row] = await tx.db
    .insert(webhooks)
    .values({ storeId, id, topic, url, token, externalId, signingSecret, createdAt: now, updatedAt: now })
    .onConflictDoUpdate({
      target: [webhooks.storeId, webhooks.externalId],
      targetWhere: sql`${webhooks.deletedAt} is null`,
      set: { url, token, updatedAt: now },
    })
    .returning({ webhookId: webhooks.id, topic: webhooks.topic });
  if (!row) throw new Error("the upsert returned no row");
  if (row.topic !== topic) {
    const detail = `A webhook of the topic ${row.topic} has the externalId ${externalId}.`;
    throw problem("already_exists", detail);
  }
  if (backfill) await sendFairly(tx, backfillJob, { storeId, webhookId: row.webhookId, requestId });
  return { webhookId: row.webhookId, isNew: row.webhookId === id };
}
