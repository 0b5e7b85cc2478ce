import { inArray, sql } from "drizzle-orm";
import type { Ctx } from "../ctx.ts";
import { apiClients } from "../db/tables/stores.ts";
import { gather } from "../lib/gather.ts";
import { equalInConstantTime, sha256 } from "../lib/hash.ts";
import { lookupOf } from "../lib/secret.ts";

export type ApiClient = { storeId: string; id: string; name: string; scopes: string[] };

type Row = ApiClient & { lookup: string; secretHash: string; revoked: boolean };

/**
 * Finds the API client of a presented secret, or undefined. Every call reads the database, so that a revoked secret
 * ends at once on every process; calls that arrive while a read is under way share the next one.
 */
export function createCredentials(ctx: Ctx): (secret: string) => Promise<ApiClient | undefined> {
  const find = gather(async (secrets: string[]) => {
    const distinct = [...new Set(secrets)];
    const clients = await clientsOf(ctx, distinct);
    const found = new Map(distinct.map((secret, i) => [secret, clients[i]]));
    return secrets.map((secret) => found.get(secret));
  });
  return async (secret) => (lookupOf(secret) ? find(secret) : undefined);
}

async function clientsOf(ctx: Ctx, secrets: string[]): Promise<(ApiClient | undefined)[]> {
  const lookups = secrets.map((secret) => lookupOf(secret) ?? "");
  const [candidates, hashes] = await Promise.all([
    clientsByLookup(ctx, lookups),
    Promise.all(secrets.map(sha256)),
  ]);
  return candidates.map((rows, i) =>
    rows.find((row) => equalInConstantTime(row.secretHash, hashes[i] ?? "") && !row.revoked),
  );
}

/** The one query that does not name a store: it is the one that finds it. */
async function clientsByLookup(ctx: Ctx, lookups: string[]): Promise<Row[][]> {
  const rows = await ctx.db
    .select({
      storeId: apiClients.storeId,
      id: apiClients.id,
      name: apiClients.name,
      scopes: apiClients.scopes,
      lookup: apiClients.lookup,
      secretHash: apiClients.secretHash,
      revoked: sql<boolean>`${apiClients.revokedAt} is not null`,
    })
    .from(apiClients)
    .where(inArray(apiClients.lookup, lookups));
  const found = Map.groupBy(rows, (row) => row.lookup);
  return lookups.map((lookup) => found.get(lookup) ?? []);
}
