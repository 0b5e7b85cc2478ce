import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import type pg from "pg";
import { DEFAULT_CONNECTIONS, poolSizes } from "../../lib/pool-sizes.ts";
import { createHealthCheck, type HealthCheck } from "./health-check.ts";
import { LIMITS, type Limits, LONG_LIMITS, MONITOR_LIMITS, QUEUE_LIMITS } from "./limits.ts";
import { findLostSessions } from "./lost-sessions.ts";
import { clientOptions } from "./open.ts";
import { PipelinedClient, type PipelinedClientOptions } from "./pipelined-client.ts";
import { BY_KEY_SETTINGS } from "./plan-by-key.ts";
import { withPools } from "./pool-health.ts";
import { RetryingPool } from "./retrying-pool.ts";
import type { Settings } from "./session-settings.ts";
import { createWatchdog, type Watchdog } from "./watchdog.ts";

/** The database, or a transaction on it. */
export type Db = Pick<
  NodePgDatabase,
  "_" | "select" | "selectDistinct" | "insert" | "update" | "delete" | "execute" | "transaction" | "with"
>;

export type Connection = {
  db: Db;
  /** For statements that may take minutes. */
  longDb: Db;
  /** For background statements that look up by key: requests can't delay them. */
  backgroundDb: Db;
  /** For monitoring: other work can't delay it. */
  monitorDb: Db;
  pool: RetryingPool;
  /** For the job queue. */
  queuePool: pg.Pool;
  healthCheck: HealthCheck;
  /** How many requests may hold a connection at a time; background work needs some of the rest. */
  maxRequestConnections: number;
  /** How many connections are in use, how many may be, and how many calls wait for one. */
  usage(): { inUse: number; max: number; waiting: number };
  close(): Promise<void>;
};

/** Statements for many stores skip the rows of those that are not in this cell (`require_store_here`). */
const SKIPS: Settings = { "aftersale.skips": "on" };

/**
 * The job queue takes jobs and ends them: what a crash of the database loses of that in its last moments is done again.
 * Jobs are sent by other connections, whose commits are on disk.
 */
const QUEUE_SETTINGS: Settings = { synchronous_commit: "off" };

/**
 * Idle connections are closed after some seconds, except these: the first use of a large statement on a new
 * connection takes twenty times as long as the next, and few requests would find it planned.
 */
const MIN_BY_KEY_CONNECTIONS = 3;

/** How long a call waits for a connection while the database is responsive. */
const CONNECT_TIMEOUT_MS = 4_500;
/**
 * The server enforces the statement timeout; a connection silent for this much longer has lost its server.
 */
const GRACE_MS = 3_000;

/**
 * Connects to `url` with several pools: the main one, smaller ones for statements of requests and of background
 * work that look up by key only, one for long statements, one for the job queue and one for monitoring, which together
 * have the `connections` of the process. Errors of idle connections are passed to `onError`, and the
 * connections are replaced. Every wait ends: a connection that can't be had, a missing response and an
 * unresponsive database are errors of the caller.
 */
export function connect(
  url: string,
  onError: (error: Error) => void,
  connections = DEFAULT_CONNECTIONS,
  limits = LIMITS,
): Connection {
  const sizes = poolSizes(connections);
  const healthCheck = createHealthCheck(url);
  // All connections break meanwhile: the first that is made again shows that it is over.
  const watchdog = createWatchdog(
    healthCheck,
    (isUnresponsive) => {
      if (isUnresponsive) onError(new Error("the database is unresponsive"));
    },
    (pids) => findLostSessions(url, pids),
  );
  const poolOf = (max: number, limits: Limits, settings: Settings = {}, min = 0, name = "aftersale") =>
    createPool({ url, onError, watchdog, max, min, limits, settings, name });
  const pool = poolOf(sizes.main, limits);
  const byKey = poolOf(sizes.byKey, limits, BY_KEY_SETTINGS, Math.min(MIN_BY_KEY_CONNECTIONS, sizes.byKey));
  // Kept too: one statement acquires leases while another records attempts.
  const background = poolOf(sizes.background, limits, { ...BY_KEY_SETTINGS, ...SKIPS }, sizes.background);
  const long = poolOf(sizes.long, LONG_LIMITS);
  pool.byKey = byKey;
  const monitor = poolOf(1, MONITOR_LIMITS);
  const queuePool = poolOf(sizes.queue, QUEUE_LIMITS, QUEUE_SETTINGS, 0, "aftersale jobs");
  const all = [pool, byKey, background, long, monitor];
  const sum = (of: (pool: pg.Pool) => number) => all.reduce((total, pool) => total + of(pool), 0);
  return {
    db: drizzle(pool, { casing: "snake_case" }),
    longDb: drizzle(long, { casing: "snake_case" }),
    backgroundDb: drizzle(background, { casing: "snake_case" }),
    monitorDb: drizzle(monitor, { casing: "snake_case" }),
    pool,
    queuePool,
    healthCheck: withPools(healthCheck, [pool, byKey]),
    maxRequestConnections: sizes.requests,
    usage: () => ({
      inUse: sum((pool) => pool.totalCount - pool.idleCount),
      max: sum((pool) => pool.options.max),
      waiting: sum((pool) => pool.waitingCount),
    }),
    close: async () => {
      await Promise.all([...all, queuePool].map((pool) => pool.end()));
      watchdog.stop();
      await healthCheck.close();
    },
  };
}

type PoolOptions = {
  url: string;
  onError: (error: Error) => void;
  watchdog: Watchdog;
  max: number;
  min: number;
  limits: Limits;
  settings: Settings;
  name: string;
};

function createPool({ url, onError, watchdog, max, min, limits, settings, name }: PoolOptions): RetryingPool {
  const options: pg.PoolConfig & PipelinedClientOptions = {
    ...clientOptions(url, { limits, settings, name, connectMs: CONNECT_TIMEOUT_MS }),
    max,
    min,
    Client: PipelinedClient,
    watchdog,
    limitMs: limits.statementMs + GRACE_MS,
    // Statements sent without awaiting one another are pipelined.
    pipeline: true,
  };
  const pool = new RetryingPool(options);
  pool.on("error", onError);
  return pool;
}
