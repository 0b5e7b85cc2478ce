import { and, eq, isNull } from "drizzle-orm";
import type { Ctx } from "../../core/ctx.ts";
import { problem } from "../../lib/problem.ts";
import { integrations } from "../../platform/db/tables/stores.ts";
import type { Integration } from "./schema.ts";

type Row = typeof integrations.$inferSelect;

/** The condition on the integrations that a store has; with an id, on that one. */
export function isConfigured(storeId: string, integrationId?: string) {
  return and(
    eq(integrations.storeId, storeId),
    isNull(integrations.removedAt),
    integrationId === undefined ? undefined : eq(integrations.id, integrationId),
  );
}

/** Returns the row of an integration. Throws 404 for an unknown one. */
export async function findIntegration(ctx: Ctx, storeId: string, integrationId: string): Promise<Row> {
  const [row] = await ctx.db.select().from(integrations).where(isConfigured(storeId, integrationId));
  if (!row) throw integrationNotFound(storeId, integrationId);
  return row;
}

/** Returns the row locked until the transaction ends. Throws 404 for an unknown integration. */
export async function lockIntegration(tx: Ctx, storeId: string, integrationId: string): Promise<Row> {
  const which = isConfigured(storeId, integrationId);
  const [row] = await tx.db.select().from(integrations).where(which).for("no key update");
  if (!row) throw integrationNotFound(storeId, integrationId);
  return row;
}

/** Returns the 404 of an integration that the store doesn't have. */
export function integrationNotFound(storeId: string, integrationId: string) {
  return problem("integration_not_found", `The store ${storeId} has no integration ${integrationId}.`);
}

/** Builds the response for an integration. */
export function integrationView({ id, integrationKind, provider, url, token, createdAt }: Row): Integration {
  const kind = integrationKind;
  return { id, kind, provider, url, hasToken: token !== null, createdAt: createdAt.toISOString() };
}
