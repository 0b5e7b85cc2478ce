import { and, asc, eq, isNull } from "drizzle-orm";
import type { Ctx } from "../ctx.ts";
import { integrations } from "../db/tables/stores.ts";
import { problem } from "../lib/problem.ts";
import { requireStore } from "./require-store.ts";

type ListedIntegration = { integrationId: string; provider: string; url: string; createdAt: string };

const isThere = (storeId: string) => and(eq(integrations.storeId, storeId), isNull(integrations.removedAt));

/** Returns a store's integrations without their tokens, oldest first. Throws 404 for an unknown store. */
export async function listIntegrations(ctx: Ctx, storeId: string): Promise<ListedIntegration[]> {
  await requireStore(ctx, storeId);
  const rows = await ctx.db
    .select()
    .from(integrations)
    .where(isThere(storeId))
    .orderBy(asc(integrations.createdAt), asc(integrations.id));
  return rows.map(({ id, provider, url, createdAt }) => ({
    ...{ integrationId: id, provider, url },
    createdAt: createdAt.toISOString(),
  }));
}

/**
 * Deletes an integration and its token: new returns don't request it. Results that it has given stay. Throws 404
 * for an unknown store, 400 for an unknown integration.
 */
export async function deleteIntegration(ctx: Ctx, storeId: string, integrationId: string): Promise<void> {
  await requireStore(ctx, storeId);
  const deleted = await ctx.db
    .update(integrations)
    .set({ removedAt: ctx.now(), token: null })
    .where(and(isThere(storeId), eq(integrations.id, integrationId)))
    .returning({ id: integrations.id });
  if (deleted.length > 0) return;
  throw problem("invalid_request", `The store ${storeId} has no integration ${integrationId}.`);
}
