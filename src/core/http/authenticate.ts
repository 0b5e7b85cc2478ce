import { createBatcher } from "../../lib/batcher.ts";
import { equalInConstantTime, sha256 } from "../../lib/hash.ts";
import { lookupOf } from "../../lib/secret.ts";
import { preparedByKey } from "../../platform/db/prepared.ts";
import type { Ctx } from "../ctx.ts";

export type ApiClient = {
  storeId: string;
  id: string;
  name: string;
  scopes: string[];
  /** The origins of the pages that use a publishable secret; none for any other. */
  origins: string[];
  /** When the secret ends, in milliseconds; null for never. */
  expiresMs: number | null;
};

const MAX_CACHED = 1_000;

type Row = ApiClient & { lookup: string; secretHash: string; revoked: boolean };

export type Credentials = {
  /**
   * Returns the API client of a secret, or undefined. Every call reads the database, so a revoked secret
   * stops working at once on every process; calls that arrive during a read share the next one.
   */
  find(secret: string): Promise<ApiClient | undefined>;
  /**
   * Returns the client that `find` last returned for a secret, for callers that check in the database
   * themselves.
   */
  cached(secret: string): ApiClient | undefined;
};

/** Creates the look-up of API clients by their secrets, with a cache of this process. */
export function createCredentials(ctx: Ctx): Credentials {
  const hashOf = createHashes();
  const cache = new Map<string, ApiClient>();
  const find = createBatcher(async (secrets: string[]) => {
    const distinct = [...new Set(secrets)];
    const clients = await clientsOf(ctx, distinct, hashOf);
    const found = new Map(distinct.map((secret, i) => [secret, clients[i]]));
    for (const [secret, client] of found) {
      if (cache.size === MAX_CACHED) cache.clear();
      if (client) cache.set(secret, client);
      else cache.delete(secret);
    }
    return secrets.map((secret) => found.get(secret));
  });
  return {
    find: async (secret) => (lookupOf(secret) ? find(secret) : undefined),
    cached: (secret) => {
      const client = cache.get(secret);
      return client && isCurrent(ctx, client) ? client : undefined;
    },
  };
}

async function clientsOf(ctx: Ctx, secrets: string[], hashOf: Hashes): Promise<(ApiClient | undefined)[]> {
  const lookups = secrets.map((secret) => lookupOf(secret) ?? "");
  const find = ctx.cell ? findClientsHere : findClients;
  const [rows, hashes] = await Promise.all([find(ctx.db, lookups), Promise.all(secrets.map(hashOf))]);
  const found = Map.groupBy(rows, (row) => row.lookup);
  return lookups.map((lookup, i) =>
    found
      .get(lookup)
      ?.find((row) => isActive(ctx, row) && equalInConstantTime(row.secretHash, hashes[i] ?? "")),
  );
}

function isActive(ctx: Ctx, row: Row): boolean {
  return !row.revoked && isCurrent(ctx, row);
}

function isCurrent(ctx: Ctx, { expiresMs }: ApiClient): boolean {
  return expiresMs === null || ctx.now().getTime() < expiresMs;
}

/**
 * Finds the store of a secret, so it can't filter by one. The array stands in a subselect: otherwise the
 * planner would make a custom plan for each length.
 */
const CLIENTS = `select store_id as "storeId", id, name, scopes, origins, lookup, secret_hash as "secretHash",
     revoked_at is not null as revoked, (extract(epoch from expires_at) * 1000)::float8 as "expiresMs"
   from api_clients as client where lookup = any(array(select unnest($1::text[])))`;

const findClients = preparedByKey<Row>("find_api_clients", CLIENTS);

/** In a cell: a store that has moved to another one has no clients here any more. */
const findClientsHere = preparedByKey<Row>(
  "find_api_clients_here",
  `${CLIENTS} and not exists (
    select from store_states as store where store.store_id = client.store_id and store.state = 'moved')`,
);

type Hashes = (secret: string) => Promise<string>;

/**
 * Caches the hashes of secrets: switching to the thread that computes a hash costs more than the rest of
 * authentication.
 */
function createHashes(): Hashes {
  const cache = new Map<string, Promise<string>>();
  return (secret) => {
    let hash = cache.get(secret);
    if (!hash) {
      if (cache.size === MAX_CACHED) cache.clear();
      hash = sha256(secret);
      cache.set(secret, hash);
    }
    return hash;
  };
}
