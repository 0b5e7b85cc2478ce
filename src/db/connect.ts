import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import type pg from "pg";
import { LIMITS, type Limits, LONG_LIMITS, limited } from "./limits.ts";
import { PromptClient } from "./prompt-client.ts";
import { SteadyPool } from "./steady-pool.ts";

/** The database, or a transaction on it. */
export type Db = Pick<
  NodePgDatabase,
  "_" | "select" | "selectDistinct" | "insert" | "update" | "delete" | "execute" | "transaction" | "with"
>;

export type Connection = {
  db: Db;
  /** For statements that may take minutes. */
  longDb: Db;
  pool: pg.Pool;
  /** How many connections are at work, and how many calls wait for one. */
  usage(): { inUse: number; waiting: number };
  close(): Promise<void>;
};

const OLDEST_POSTGRES = 150_000;

// Old dates have offsets of seconds in most zones, and other date styles are none that `Date` reads.
const SETTINGS = "-c TimeZone=UTC -c DateStyle=ISO";
/** Plans are made once, when a store may be small, and kept while it grows: they look up by index whatever the planner believes. */
const BY_KEY = "-c enable_seqscan=off -c plan_cache_mode=force_generic_plan -c jit=off";
const MOST_BY_KEY = 8;
const MOST_LONG = 2;

/**
 * A pool of connections to `url`, a smaller one behind it for statements that look up by key alone, and one for those that
 * take long. Connections that break while idle are reported to `onError` and replaced; a connection that can't be had within
 * 10 seconds is an error of the query that asked for it.
 */
export function connect(url: string, onError: (error: Error) => void, connections = 20): Connection {
  const pool = poolOf(url, onError, { max: connections, limits: LIMITS, settings: SETTINGS });
  const settings = `${SETTINGS} ${BY_KEY}`;
  const byKey = poolOf(url, onError, { max: MOST_BY_KEY, limits: LIMITS, settings });
  const long = poolOf(url, onError, { max: MOST_LONG, limits: LONG_LIMITS, settings: SETTINGS });
  pools.set(pool, byKey);
  const all = [pool, byKey, long];
  const sum = (of: (one: pg.Pool) => number) => all.reduce((total, one) => total + of(one), 0);
  return {
    db: drizzle(pool, { casing: "snake_case" }),
    longDb: drizzle(long, { casing: "snake_case" }),
    pool,
    usage: () => ({
      inUse: sum((one) => one.totalCount - one.idleCount),
      waiting: sum((one) => one.waitingCount),
    }),
    close: async () => {
      await Promise.all(all.map((one) => one.end()));
    },
  };
}

const pools = new WeakMap<object, pg.Pool>();

/** The pool behind a pool; of a transaction its own client. */
export function byKeyOf<Client extends object>(client: Client): Client | pg.Pool {
  return pools.get(client) ?? client;
}

function poolOf(
  url: string,
  onError: (error: Error) => void,
  { max, limits, settings }: { max: number; limits: Limits; settings: string },
): pg.Pool {
  const pool = new SteadyPool({
    ...limited(url, limits, settings),
    max,
    Client: PromptClient,
    // Statements that nobody waits for one by one go out together.
    pipeline: true,
    connectionTimeoutMillis: 10_000,
    application_name: "aftersale",
  });
  pool.on("error", onError);
  // A client in use has no listener of the pool: without one a cut connection would end the process.
  pool.on("connect", (client) => client.on("error", onError));
  return pool;
}

/** Throws when the server is older than Postgres 15. */
export async function demandSupportedVersion(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ server_version_num: string; server_version: string }>(
    "select current_setting('server_version_num') as server_version_num, current_setting('server_version') as server_version",
  );
  const [version] = rows;
  if (version && Number(version.server_version_num) < OLDEST_POSTGRES) {
    throw new Error(`Postgres 15 or newer is needed; DATABASE_URL leads to ${version.server_version}`);
  }
}
