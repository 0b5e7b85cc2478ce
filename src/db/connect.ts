import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import type pg from "pg";
import { LIMITS, type Limits, LONG_LIMITS, limited, MONITOR_LIMITS } from "./limits.ts";
import { PromptClient, type PromptOptions } from "./prompt-client.ts";
import { createPulse, type Pulse } from "./pulse.ts";
import { SteadyPool } from "./steady-pool.ts";
import { createWatch, type Watch } from "./watch.ts";

/** The database, or a transaction on it. */
export type Db = Pick<
  NodePgDatabase,
  "_" | "select" | "selectDistinct" | "insert" | "update" | "delete" | "execute" | "transaction" | "with"
>;

export type Connection = {
  db: Db;
  /** For statements that may take minutes. */
  longDb: Db;
  /** For who looks at the database from outside: what others do can't hold it up. */
  monitorDb: Db;
  pool: pg.Pool;
  pulse: Pulse;
  /** How many requests may have a connection at once; background work needs some beside them. */
  places: number;
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
const MIN_BESIDE = 4;

/** What a call waits for a connection while the database answers others. */
const CONNECTED_WITHIN_MS = 4_500;
/** The server ends a statement itself; a connection that says nothing for so much longer has lost its server. */
export const GRACE_MS = 3_000;

/**
 * A pool of connections to `url`, a smaller one behind it for statements that look up by key alone, and one for those that
 * take long. Connections that break while idle are reported to `onError` and replaced. Nothing waits without end: a connection
 * that can't be had, an answer that doesn't come and a database that says nothing are errors of who waits.
 */
export function connect(
  url: string,
  onError: (error: Error) => void,
  connections = 20,
  limits = LIMITS,
): Connection {
  const pulse = createPulse(url);
  const watch = createWatch(pulse, (isSilent) =>
    onError(new Error(isSilent ? "the database says nothing any more" : "the database speaks again")),
  );
  const poolOf = (max: number, limits: Limits, settings: string) =>
    createPool({ url, onError, watch, max, limits, settings });
  const pool = poolOf(connections, limits, SETTINGS);
  const byKey = poolOf(MOST_BY_KEY, limits, `${SETTINGS} ${BY_KEY}`);
  const long = poolOf(MOST_LONG, LONG_LIMITS, SETTINGS);
  pools.set(pool, byKey);
  const monitor = poolOf(1, MONITOR_LIMITS, SETTINGS);
  const all = [pool, byKey, long, monitor];
  const sum = (of: (one: pg.Pool) => number) => all.reduce((total, one) => total + of(one), 0);
  return {
    db: drizzle(pool, { casing: "snake_case" }),
    longDb: drizzle(long, { casing: "snake_case" }),
    monitorDb: drizzle(monitor, { casing: "snake_case" }),
    pool,
    pulse,
    places: connections - MIN_BESIDE,
    usage: () => ({
      inUse: sum((one) => one.totalCount - one.idleCount),
      waiting: sum((one) => one.waitingCount),
    }),
    close: async () => {
      await Promise.all(all.map((one) => one.end()));
      watch.stop();
      await pulse.close();
    },
  };
}

const pools = new WeakMap<object, pg.Pool>();

/** The pool behind a pool; of a transaction its own client. */
export function byKeyOf<Client extends object>(client: Client): Client | pg.Pool {
  return pools.get(client) ?? client;
}

type PoolOptions = {
  url: string;
  onError: (error: Error) => void;
  watch: Watch;
  max: number;
  limits: Limits;
  settings: string;
};

function createPool({ url, onError, watch, max, limits, settings }: PoolOptions): pg.Pool {
  const options: pg.PoolConfig & PromptOptions = {
    ...limited(url, limits, settings),
    max,
    Client: PromptClient,
    watch,
    limitMs: limits.statementMs + GRACE_MS,
    // Statements that nobody waits for one by one go out together.
    pipeline: true,
    connectionTimeoutMillis: CONNECTED_WITHIN_MS,
    application_name: "aftersale",
  };
  const pool = new SteadyPool(options);
  pool.on("error", onError);
  // A client in use has no listener of the pool: without one a cut connection would end the process.
  pool.on("connect", (client) => client.on("error", onError));
  return pool;
}

/** Throws when the server is older than Postgres 15. */
export async function requireSupportedVersion(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ server_version_num: string; server_version: string }>(
    "select current_setting('server_version_num') as server_version_num, current_setting('server_version') as server_version",
  );
  const [version] = rows;
  if (version && Number(version.server_version_num) < OLDEST_POSTGRES) {
    throw new Error(`Postgres 15 or newer is needed; DATABASE_URL leads to ${version.server_version}`);
  }
}
