import type { Ctx } from "../ctx.ts";
import { preparedByKey } from "../db/prepared.ts";
import { createBatcher } from "../lib/batcher.ts";
import { equalInConstantTime, sha256 } from "../lib/hash.ts";
import { lookupOf } from "../lib/secret.ts";

export type ApiClient = { storeId: string; id: string; name: string; scopes: string[] };

const MOST_HASHES = 1_000;

type Row = ApiClient & { lookup: string; secretHash: string; revoked: boolean };

export type Credentials = {
  /**
   * The API client of a presented secret, or undefined. Every call reads the database, so that a revoked secret
   * ends at once on every process; calls that arrive while a read is under way share the next one.
   */
  find(secret: string): Promise<ApiClient | undefined>;
  /** The client that was last found by a secret, for callers who ask the database themselves whether it is still one. */
  recall(secret: string): ApiClient | undefined;
};

export function createCredentials(ctx: Ctx): Credentials {
  const hashOf = createHashes();
  const known = new Map<string, ApiClient>();
  const find = createBatcher(async (secrets: string[]) => {
    const distinct = [...new Set(secrets)];
    const clients = await clientsOf(ctx, distinct, hashOf);
    const found = new Map(distinct.map((secret, i) => [secret, clients[i]]));
    for (const [secret, client] of found) {
      if (known.size === MOST_HASHES) known.clear();
      if (client) known.set(secret, client);
      else known.delete(secret);
    }
    return secrets.map((secret) => found.get(secret));
  });
  return {
    find: async (secret) => (lookupOf(secret) ? find(secret) : undefined),
    recall: (secret) => known.get(secret),
  };
}

async function clientsOf(ctx: Ctx, secrets: string[], hashOf: Hashes): Promise<(ApiClient | undefined)[]> {
  const lookups = secrets.map((secret) => lookupOf(secret) ?? "");
  const [rows, hashes] = await Promise.all([findClients(ctx.db, lookups), Promise.all(secrets.map(hashOf))]);
  const found = Map.groupBy(rows, (row) => row.lookup);
  return lookups.map((lookup, i) =>
    found.get(lookup)?.find((row) => equalInConstantTime(row.secretHash, hashes[i] ?? "") && !row.revoked),
  );
}

/**
 * The one query that does not name a store: it is the one that finds it. Its list hides behind a select, so that the
 * planner can't think a plan of its own for each length worth while.
 */
const findClients = preparedByKey<Row>(
  "find_api_clients",
  `select store_id as "storeId", id, name, scopes, lookup, secret_hash as "secretHash", revoked_at is not null as revoked
   from api_clients where lookup = any(array(select unnest($1::text[])))`,
);

type Hashes = (secret: string) => Promise<string>;

/** The hashes of the secrets that come again and again are kept; the threads that make them cost more than all the rest. */
function createHashes(): Hashes {
  const kept = new Map<string, Promise<string>>();
  return (secret) => {
    let hash = kept.get(secret);
    if (!hash) {
      if (kept.size === MOST_HASHES) kept.clear();
      hash = sha256(secret);
      kept.set(secret, hash);
    }
    return hash;
  };
}
