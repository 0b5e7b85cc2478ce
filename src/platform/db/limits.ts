import type pg from "pg";
import type { PostgresAddress } from "../../lib/postgres-address.ts";
import type { Inspection } from "./server.ts";
import {
  asOptions,
  asStatement,
  NEWER_SESSION_SETTINGS,
  parseOptions,
  SESSION_SETTINGS,
  type Settings,
} from "./session-settings.ts";

/** How long a session may run a statement, wait for a lock, and keep a transaction idle. */
export type Limits = { statementMs: number; lockMs: number; idleInTransactionMs: number };

/**
 * A process that freezes in a transaction loses its session and locks before the sessions that wait for them
 * time out.
 */
export const LIMITS: Limits = { statementMs: 15_000, lockMs: 7_000, idleInTransactionMs: 5_000 };

/** For statements that read or remove many rows. */
export const LONG_LIMITS: Limits = { statementMs: 300_000, lockMs: 60_000, idleInTransactionMs: 5_000 };

/** For monitoring, which must not wait. */
export const MONITOR_LIMITS: Limits = { statementMs: 2_000, lockMs: 1_000, idleInTransactionMs: 5_000 };

/**
 * For the job queue's connections: many processes may start at once, and its maintenance reads a whole table.
 */
export const QUEUE_LIMITS: Limits = { statementMs: 60_000, lockMs: 30_000, idleInTransactionMs: 5_000 };

type LimitedOptions = Pick<
  pg.PoolConfig,
  "connectionString" | "options" | "keepAlive" | "keepAliveInitialDelayMillis"
> & { setup?: string };

/** TCP keepalive: the idle time before the first probe, the interval and the number of probes. */
const KEEPALIVE_IDLE_S = 10;
const KEEPALIVE_INTERVAL_S = 5;
const KEEPALIVE_COUNT = 3;
/** A client that acknowledges nothing for this long has stopped, and its session ends. */
const UNACKNOWLEDGED_MS = 15_000;

/**
 * Returns connection options for an address whose sessions have these limits, and the settings that every session
 * needs, from the start. Options in the address override the limits; `settings`, which are further ones, override both.
 * Where the server isn't given the options of a connection, they are set by its first statement, `setup`.
 */
export function limited(
  { url, options }: PostgresAddress,
  { statementMs, lockMs, idleInTransactionMs }: Limits,
  settings: Settings,
  { passesOptions, hasTransactionTimeout }: Inspection,
): LimitedOptions {
  const limits = {
    statement_timeout: statementMs,
    lock_timeout: lockMs,
    idle_in_transaction_session_timeout: idleInTransactionMs,
    tcp_keepalives_idle: KEEPALIVE_IDLE_S,
    tcp_keepalives_interval: KEEPALIVE_INTERVAL_S,
    tcp_keepalives_count: KEEPALIVE_COUNT,
    tcp_user_timeout: UNACKNOWLEDGED_MS,
  };
  const further = {
    ...SESSION_SETTINGS,
    ...(hasTransactionTimeout && NEWER_SESSION_SETTINGS),
    ...settings,
  };
  const all = () => [...Object.entries(limits), ...parseOptions(options), ...Object.entries(further)];
  return {
    connectionString: url,
    ...(passesOptions
      ? { options: [asOptions(limits), options, asOptions(further)].join(" ") }
      : { setup: asStatement(all()) }),
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEPALIVE_IDLE_S * 1_000,
  };
}
