import { and, eq } from "drizzle-orm";
import type { Ctx } from "../../core/ctx.ts";
import { problem } from "../../lib/problem.ts";
import { apiClients } from "../../platform/db/tables/stores.ts";
import { requireStore } from "./require-store.ts";

/**
 * Deletes an API client; its secret stops working at once, on every process. Throws 404 for an unknown store or
 * client.
 */
export async function deleteClient(ctx: Ctx, storeId: string, clientId: string): Promise<void> {
  await requireStore(ctx, storeId);
  const deleted = await ctx.db
    .delete(apiClients)
    .where(and(eq(apiClients.storeId, storeId), eq(apiClients.id, clientId)))
    .returning({ id: apiClients.id });
  if (deleted.length === 0)
    throw problem("client_not_found", `The store ${storeId} has no API client ${clientId}.`);
}
