import { inArray, sql } from "drizzle-orm";
import type { Ctx } from "../ctx.ts";
import { apiClients } from "../db/tables/stores.ts";
import { equalInConstantTime, sha256 } from "../lib/hash.ts";
import { lookupOf } from "../lib/secret.ts";

export type ApiClient = { storeId: string; id: string; name: string; scopes: string[] };

type Row = ApiClient & { lookup: string; secretHash: string; revoked: boolean };

/**
 * Finds the API client of a presented secret, or undefined. Every call reads the database, so that a revoked secret
 * ends at once on every process; calls that arrive while a read is under way share the next one.
 */
export function createCredentials(ctx: Ctx): (secret: string) => Promise<ApiClient | undefined> {
  const read = sharedRead((lookups) => clientsByLookup(ctx, lookups));
  return async (secret) => {
    const lookup = lookupOf(secret);
    if (!lookup) return undefined;
    const [candidates, hash] = await Promise.all([read(lookup), sha256(secret)]);
    return candidates?.find((row) => equalInConstantTime(row.secretHash, hash) && !row.revoked);
  };
}

/** The one query that does not name a store: it is the one that finds it. */
async function clientsByLookup(ctx: Ctx, lookups: string[]): Promise<Map<string, Row[]>> {
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
  return Map.groupBy(rows, (row) => row.lookup);
}

/** One read at a time; the keys asked for meanwhile go into the next. Nobody gets an answer older than their question. */
function sharedRead<T>(read: (keys: string[]) => Promise<Map<string, T>>) {
  let next: { keys: Set<string>; answer: Promise<Map<string, T>> } | undefined;
  let running: Promise<unknown> = Promise.resolve();

  return async (key: string): Promise<T | undefined> => {
    if (!next) {
      const batch = { keys: new Set<string>(), answer: Promise.resolve(new Map<string, T>()) };
      batch.answer = running
        .catch(() => undefined)
        .then(() => {
          next = undefined;
          return read([...batch.keys]);
        });
      running = batch.answer;
      next = batch;
    }
    next.keys.add(key);
    return (await next.answer).get(key);
  };
}
