import { and, eq, isNull } from "drizzle-orm";
import type { Ctx } from "../../core/ctx.ts";
import { problem } from "../../lib/problem.ts";
import { apiClients } from "../../platform/db/tables/stores.ts";
import { requireStore } from "./require-store.ts";

/**
 * Revokes an API client; its secret stops working at once, on every process. Throws 404 for an unknown store
 * or a client that is unknown or already revoked.
 */
export async function revokeClient(ctx: Ctx, storeId: string, clientId: string): Promise<void> {
  await requireStore(ctx, storeId);
  const revoked = await ctx.db
    .update(apiClients)
    .set({ revokedAt: ctx.now() })
    .where(and(eq(apiClients.storeId, storeId), eq(apiClients.id, clientId), isNull(apiClients.revokedAt)))
    .returning({ id: apiClients.id });
  if (revoked.length === 0)
    throw problem("client_not_found", `The store ${storeId} has no active API client ${clientId}.`);
}
