import { asc, eq } from "drizzle-orm";
import type { Ctx } from "../../core/ctx.ts";
import { apiClients } from "../../platform/db/tables/stores.ts";
import { requireStore } from "./require-store.ts";

export type ListedClient = {
  clientId: string;
  name: string;
  scopes: string[];
  /** The origins of the pages that use a publishable secret. */
  origins: string[];
  createdAt: string;
  revokedAt: string | null;
  /** From then on the secret is invalid. */
  expiresAt: string | null;
  /** Exact to a minute. */
  lastUsedAt: string | null;
  /** The client that this one was rotated from. */
  replaces: string | null;
};

/**
 * Returns a store's API clients without their secrets, oldest first, revoked ones included. Throws 404 for an
 * unknown store.
 */
export async function listClients(ctx: Ctx, storeId: string): Promise<ListedClient[]> {
  await requireStore(ctx, storeId);
  const rows = await ctx.db
    .select()
    .from(apiClients)
    .where(eq(apiClients.storeId, storeId))
    .orderBy(asc(apiClients.createdAt), asc(apiClients.id));
  return rows.map(({ id, name, scopes, origins, replaces, ...times }) => ({
    clientId: id,
    ...{ name, scopes, origins },
    createdAt: times.createdAt.toISOString(),
    revokedAt: times.revokedAt?.toISOString() ?? null,
    expiresAt: times.expiresAt?.toISOString() ?? null,
    lastUsedAt: times.lastUsedAt?.toISOString() ?? null,
    replaces,
  }));
}
