import type pg from "pg";

/** How long the server lets a session run a statement, wait for a lock, and hold a transaction in which it does nothing. */
export type Limits = { statementMs: number; lockMs: number; idleInTransactionMs: number };

/**
 * A process that stops in the middle of a transaction loses its session, and with it its locks, before those that wait for
 * them give up: they go on instead of failing.
 */
export const LIMITS: Limits = { statementMs: 15_000, lockMs: 7_000, idleInTransactionMs: 5_000 };

/** For what reads or removes much at once. */
export const LONG_LIMITS: Limits = { statementMs: 300_000, lockMs: 60_000, idleInTransactionMs: 5_000 };

/** For looks from outside, which nobody may wait for. */
export const MONITOR_LIMITS: Limits = { statementMs: 2_000, lockMs: 1_000, idleInTransactionMs: 5_000 };

/** The job queue's own connections: many processes may start at once, and its maintenance reads a whole table. */
export const QUEUE_LIMITS: Limits = { statementMs: 60_000, lockMs: 30_000, idleInTransactionMs: 5_000 };

/** After so long without a word a peer is asked whether it is there, and after so many unanswered questions it isn't. */
const KEEPALIVE_IDLE_S = 10;
const KEEPALIVE_INTERVAL_S = 5;
const KEEPALIVE_COUNT = 3;
/** A client that takes nothing of an answer for so long has stopped, and its session ends. */
const UNTAKEN_MS = 15_000;

/**
 * The options of a connection to `url` whose every session has these limits from its start; `settings` are further ones, as
 * on a command line of Postgres. Options in the address itself win over the limits, and lose to `settings`.
 */
export function limited(
  url: string,
  { statementMs, lockMs, idleInTransactionMs }: Limits,
  settings = "",
): Pick<pg.PoolConfig, "connectionString" | "options" | "keepAlive" | "keepAliveInitialDelayMillis"> {
  const limits = Object.entries({
    statement_timeout: statementMs,
    lock_timeout: lockMs,
    idle_in_transaction_session_timeout: idleInTransactionMs,
    tcp_keepalives_idle: KEEPALIVE_IDLE_S,
    tcp_keepalives_interval: KEEPALIVE_INTERVAL_S,
    tcp_keepalives_count: KEEPALIVE_COUNT,
    tcp_user_timeout: UNTAKEN_MS,
  }).map(([name, value]) => `-c ${name}=${value}`);
  const { address, given } = withoutOptions(url);
  return {
    connectionString: address,
    options: [...limits, given, settings].join(" ").trim(),
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEPALIVE_IDLE_S * 1_000,
  };
}

/** The driver would let the options of an address replace ours. */
function withoutOptions(url: string): { address: string; given: string } {
  const address = new URL(url);
  const given = address.searchParams.get("options");
  if (given === null) return { address: url, given: "" };
  address.searchParams.delete("options");
  return { address: address.href, given };
}
