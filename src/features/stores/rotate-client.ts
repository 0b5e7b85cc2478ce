import { and, eq, isNull } from "drizzle-orm";
import { type Ctx, inTransaction } from "../../core/ctx.ts";
import { HOUR_MS } from "../../lib/duration.ts";
import { sha256 } from "../../lib/hash.ts";
import { newId } from "../../lib/ids.ts";
import { invalid, problem } from "../../lib/problem.ts";
import { newSecret } from "../../lib/secret.ts";
import { apiClients } from "../../platform/db/tables/stores.ts";

const MAX_OVERLAP_HOURS = 30 * 24;

/**
 * Replaces an API client by a new one with the same name, scopes and origins, and returns the new secret. The old
 * one works for `overlapHours` more, and no longer than before. Throws 400 for another overlap, 404 for an unknown,
 * revoked, expired or replaced client.
 */
export function rotateClient(
  ctx: Ctx,
  storeId: string,
  clientId: string,
  overlapHours: number,
): Promise<{ clientId: string; name: string; scopes: string[]; secret: string }> {
  if (!(Number.isInteger(overlapHours) && overlapHours >= 0 && overlapHours <= MAX_OVERLAP_HOURS)) {
    const detail = `The old secret works for 0 to ${MAX_OVERLAP_HOURS} hours more.`;
    throw invalid({ detail, pointer: "/overlapHours" });
  }
  return inTransaction(ctx, async (tx) => {
    const [old] = await tx.db
      .select()
      .from(apiClients)
      .where(and(eq(apiClients.storeId, storeId), eq(apiClients.id, clientId), isNull(apiClients.revokedAt)))
      .for("update");
    const [successor] = await tx.db
      .select({ id: apiClients.id })
      .from(apiClients)
      .where(and(eq(apiClients.storeId, storeId), eq(apiClients.replaces, clientId)));
    const now = ctx.now();
    if (!old || successor || (old.expiresAt && old.expiresAt <= now)) {
      throw problem("client_not_found", `The store ${storeId} has no active API client ${clientId}.`);
    }
    const end = new Date(now.getTime() + overlapHours * HOUR_MS);
    const expiresAt = old.expiresAt && old.expiresAt < end ? old.expiresAt : end;
    const { name, scopes, origins } = old;
    await tx.db
      .update(apiClients)
      .set({ expiresAt })
      .where(and(eq(apiClients.storeId, storeId), eq(apiClients.id, clientId)));
    const { secret, lookup } = newSecret(origins.length > 0 ? "publishable" : "secret");
    const id = newId("cli");
    await tx.cell?.addSecret(storeId, lookup);
    await tx.db.insert(apiClients).values({
      ...{ storeId, id, name, scopes, origins, lookup },
      secretHash: await sha256(secret),
      createdAt: now,
      expiresAt: old.expiresAt,
      replaces: clientId,
    });
    return { clientId: id, name, scopes, secret };
  });
}
