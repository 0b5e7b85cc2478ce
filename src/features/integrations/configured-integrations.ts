import { asc } from "drizzle-orm";
import type { Ctx } from "../../core/ctx.ts";
import { type IntegrationKind, integrations } from "../../platform/db/tables/stores.ts";
import { requireStore } from "../stores/require-store.ts";
import { integrationNotFound, isConfigured } from "./find-integration.ts";

type ListedIntegration = {
  integrationId: string;
  kind: IntegrationKind;
  provider: string;
  url: string;
  createdAt: string;
};

/** Returns a store's integrations without their tokens, oldest first. Throws 404 for an unknown store. */
export async function listIntegrations(ctx: Ctx, storeId: string): Promise<ListedIntegration[]> {
  await requireStore(ctx, storeId);
  const rows = await ctx.db
    .select()
    .from(integrations)
    .where(isConfigured(storeId))
    .orderBy(asc(integrations.createdAt), asc(integrations.id));
  return rows.map(({ id, integrationKind, provider, url, createdAt }) => ({
    ...{ integrationId: id, kind: integrationKind, provider, url },
    createdAt: createdAt.toISOString(),
  }));
}

/**
 * Deletes an integration and its secrets: nothing is requested of it any more. Results that it has given stay. Throws 404
 * for an unknown store or integration.
 */
export async function deleteIntegration(ctx: Ctx, storeId: string, integrationId: string): Promise<void> {
  await requireStore(ctx, storeId);
  const deleted = await ctx.db
    .update(integrations)
    .set({ removedAt: ctx.now(), token: null, payoutSecret: null })
    .where(isConfigured(storeId, integrationId))
    .returning({ id: integrations.id });
  if (deleted.length === 0) throw integrationNotFound(storeId, integrationId);
}
