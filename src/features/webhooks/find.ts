import { and, asc, eq, isNull } from "drizzle-orm";
import type { Ctx } from "../../core/ctx.ts";
import { problem } from "../../lib/problem.ts";
import { webhooks } from "../../platform/db/tables/webhooks.ts";
import type { Webhook } from "./schema.ts";
import { type WebhookRow, webhookView } from "./view.ts";

/** Returns the store's webhooks, oldest first. */
export async function listWebhooks(ctx: Ctx, storeId: string): Promise<Webhook[]> {
  const rows = await ctx.db
    .select()
    .from(webhooks)
    .where(and(eq(webhooks.storeId, storeId), isNull(webhooks.deletedAt)))
    .orderBy(asc(webhooks.createdAt), asc(webhooks.id));
  return Promise.all(rows.map((row) => toWebhook(ctx, row)));
}

/** Returns a webhook. Throws 404 when the store has no webhook with this id. */
export async function readWebhook(ctx: Ctx, storeId: string, webhookId: string): Promise<Webhook> {
  return toWebhook(ctx, await findWebhook(ctx, storeId, webhookId));
}

/** Returns a webhook's row. Throws 404 when the store has no webhook with this id. */
export async function findWebhook(ctx: Ctx, storeId: string, webhookId: string): Promise<WebhookRow> {
  const [row] = await ctx.db.select().from(webhooks).where(isWebhook(storeId, webhookId));
  if (!row) throw webhookNotFound(webhookId);
  return row;
}

/** Returns the response for a webhook, with its token decrypted. */
export async function toWebhook(ctx: Ctx, row: WebhookRow): Promise<Webhook> {
  return webhookView(row, row.token === null ? null : await ctx.encryption.decrypt(row.token));
}

/** Returns the condition that a row is the webhook with this id and not deleted. */
export function isWebhook(storeId: string, webhookId: string) {
  return and(eq(webhooks.storeId, storeId), eq(webhooks.id, webhookId), isNull(webhooks.deletedAt));
}

/** Returns the 404 of an unknown webhook. */
export function webhookNotFound(webhookId: string) {
  return problem("webhook_not_found", `The store has no webhook ${webhookId}.`);
}

/** Locks a webhook until the transaction ends; returns false when it is deleted. */
export async function lockWebhook(tx: Ctx, storeId: string, webhookId: string): Promise<boolean> {
  const rows = await tx.db
    .select({ id: webhooks.id })
    .from(webhooks)
    .where(isWebhook(storeId, webhookId))
    .for("no key update");
  return rows.length > 0;
}

/** Returns whether a webhook exists and is not deleted. */
export async function webhookExists(ctx: Ctx, storeId: string, webhookId: string): Promise<boolean> {
  const rows = await ctx.db.select({ id: webhooks.id }).from(webhooks).where(isWebhook(storeId, webhookId));
  return rows.length > 0;
}
