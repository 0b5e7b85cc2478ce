import { createBatcher } from "../../../lib/batcher.ts";
import { equalInConstantTime, sha256 } from "../../../lib/hash.ts";
import { lookupOf } from "../../../lib/secret.ts";
import { preparedByKey } from "../../../platform/db/prepared.ts";
import type { Ctx } from "../../ctx.ts";

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
/** How exactly the last use of a secret is stored. */
const LAST_USE_MS = 60_000;
const MAX_REMEMBERED = 10_000;
const PUBLISHABLE = "aftersale_pub_";

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
  /** Stores that a client's secret was used: one statement per client and minute, which no request waits for. */
  markUsed(client: ApiClient): void;
};

/** Returns the secret in the Authorization header. */
export function bearerOf(headers: Headers): string | undefined {
  return /^Bearer +(\S+)\s*$/i.exec(headers.get("authorization") ?? "")?.[1];
}

/**
 * Returns the publishable secret in the query of a request (`?key=`) that has none in a header: what a page sends by
 * `navigator.sendBeacon` has no headers of its own. Any other secret in an address is no credential.
 */
export function pageKeyOf({ headers, url }: Request): string | undefined {
  if (!url.includes(PUBLISHABLE) || headers.has("authorization")) return undefined;
  const key = new URL(url).searchParams.get("key");
  return key?.startsWith(PUBLISHABLE) ? key : undefined;
}

/** Creates the look-up of API clients by their secrets, with a cache of this process. */
export function createCredentials(ctx: Ctx): Credentials {
  const keyOf = createSecretKeys();
  const cache = new Map<string, ApiClient>();
  const find = createBatcher(async (secrets: string[]) => {
    const distinct = [...new Set(secrets)];
    const clients = await clientsOf(ctx, distinct.map(keyOf));
    const found = new Map(distinct.map((secret, i) => [secret, clients[i]]));
    for (const [secret, client] of found) {
      if (cache.size === MAX_CACHED) cache.clear();
      if (client) cache.set(secret, client);
      else cache.delete(secret);
    }
    return secrets.map((secret) => found.get(secret));
  });
  return {
    find: async (secret) => (keyOf(secret) ? find(secret) : undefined),
    cached: (secret) => {
      const client = cache.get(secret);
      return client && isCurrent(ctx, client) ? client : undefined;
    },
    markUsed: createLastUse(ctx),
  };
}

async function clientsOf(ctx: Ctx, keys: (SecretKey | undefined)[]): Promise<(ApiClient | undefined)[]> {
  const find = ctx.cell ? findClientsHere : findClients;
  const lookups = keys.map((key) => key?.lookup ?? "");
  const hashesOf = Promise.all(keys.map((key) => key?.hash));
  const [rows, hashes] = await Promise.all([find(ctx.db, lookups), hashesOf]);
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

/** What identifies a secret in the database, and the hash that it is compared by. */
type SecretKey = { lookup: string; hash: Promise<string> };

/**
 * Caches what is computed from secrets: switching to the thread that computes a hash costs more than the rest of
 * authentication. Returns undefined for a string that is not an API secret.
 */
function createSecretKeys(): (secret: string) => SecretKey | undefined {
  const cache = new Map<string, SecretKey>();
  return (secret) => {
    const cached = cache.get(secret);
    if (cached) return cached;
    const lookup = lookupOf(secret);
    if (lookup === undefined) return undefined;
    const key = { lookup, hash: sha256(secret) };
    if (cache.size === MAX_CACHED) cache.clear();
    cache.set(secret, key);
    return key;
  };
}

function createLastUse(ctx: Ctx): Credentials["markUsed"] {
  const marked = new Map<string, number>();
  return ({ storeId, id }) => {
    const now = performance.now();
    const last = marked.get(id);
    if (last !== undefined && now - last < LAST_USE_MS) return;
    if (marked.size === MAX_REMEMBERED) marked.clear();
    marked.set(id, now);
    markUsed(ctx.db, storeId, id, ctx.now().toISOString()).catch((error: unknown) => {
      ctx.log.warn({ err: error }, "can't store when an API client was last used");
    });
  };
}

const markUsed = preparedByKey(
  "mark_client_used",
  `update api_clients set last_used_at = $3
   where store_id = $1 and id = $2 and revoked_at is null
     and (last_used_at is null or last_used_at < $3::timestamptz - interval '1 minute')`,
);
