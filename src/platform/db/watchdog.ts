import type { HealthCheck } from "./health-check.ts";

/** The watchdog's view of a connection; times are those of `performance.now()`. */
export type WatchedConnection = {
  /** Since when a response is outstanding; 0 while none is. */
  busySince: number;
  lastDataAt: number;
  /** For how long it was silent when the server was last asked about its session. */
  askedAfterMs: number;
  /** The server's process. */
  pid(): number | null;
  /** How long a response may be outstanding without any data. */
  limitMs: number;
  /** Closes the connection; outstanding statements fail with the error. */
  fail(error: Error): void;
};

/** A call that waits for a connection. */
export type PendingConnect = { since: number; fail(error: Error): void };

export type Watchdog = {
  connections: Set<WatchedConnection>;
  pendingConnects: Set<PendingConnect>;
  /** When data last arrived from the database. */
  lastDataAt: number;
  /** The error for new calls while the database is unresponsive; undefined otherwise. */
  unresponsiveError: Error | undefined;
  stop(): void;
};

const CHECK_MS = 250;
const SUSPICIOUS_AFTER_MS = 1_000;
/** A check that is this late means that the process itself was frozen: data may still be unread. */
const LATE_CHECK_MS = 1_000;

/**
 * Fails every wait for an unresponsive database. When responses are outstanding and no connection receives
 * data for a second, the health check runs. While it finds the server unreachable, all waits fail at once,
 * and so do new calls. A single connection that is silent beyond its limit is closed alone, and one whose session the server
 * doesn't have: it is asked after a second of silence, and again each time that has doubled.
 */
export function createWatchdog(
  healthCheck: HealthCheck,
  onChange: (isUnresponsive: boolean) => void,
  findLost: (pids: number[]) => Promise<Set<number>> = async () => new Set(),
): Watchdog {
  const connections = new Set<WatchedConnection>();
  const pendingConnects = new Set<PendingConnect>();
  let awakeSince = 0;
  let lastCheck = performance.now();
  let askedAt = 0;
  let isChecking = false;

  function check() {
    const now = performance.now();
    if (now - lastCheck > LATE_CHECK_MS) awakeSince = now;
    lastCheck = now;
    const doubtful: WatchedConnection[] = [];
    for (const connection of connections) {
      if (connection.busySince === 0) continue;
      const silentMs = now - Math.max(connection.busySince, connection.lastDataAt, awakeSince);
      if (silentMs < connection.askedAfterMs) connection.askedAfterMs = 0;
      if (silentMs > connection.limitMs) connection.fail(noResponse());
      else if (silentMs > Math.max(SUSPICIOUS_AFTER_MS, 2 * connection.askedAfterMs)) {
        connection.askedAfterMs = silentMs;
        doubtful.push(connection);
      }
    }
    const isConnectingLong = [...pendingConnects].some(({ since }) => now - since > SUSPICIOUS_AFTER_MS);
    if (doubtful.length > 0 || (isConnectingLong && now - askedAt > SUSPICIOUS_AFTER_MS)) {
      askedAt = now;
      void failLost(doubtful);
    }
    if (
      watchdog.unresponsiveError ||
      now - Math.max(outstandingSince(), watchdog.lastDataAt, awakeSince) > SUSPICIOUS_AFTER_MS
    )
      void checkHealth();
  }

  /** Others may receive data from a new server, while these, or attempts to connect, wait for one that is gone. */
  async function failLost(doubtful: WatchedConnection[]) {
    const pids = doubtful.flatMap((connection) => connection.pid() ?? []);
    const lost = await findLost(pids);
    for (const connection of doubtful) if (lost.has(connection.pid() ?? 0)) connection.fail(noResponse());
  }

  function outstandingSince(): number {
    let since = Number.POSITIVE_INFINITY;
    for (const { busySince } of connections) if (busySince > 0) since = Math.min(since, busySince);
    for (const pending of pendingConnects) since = Math.min(since, pending.since);
    return since;
  }

  async function checkHealth() {
    // A check of an unresponsive database may wait for a server that is gone: the next one runs beside it.
    if (isChecking && !watchdog.unresponsiveError) return;
    isChecking = true;
    const startedAt = performance.now();
    const { reachable } = await healthCheck.check();
    isChecking = false;
    if (reachable) watchdog.lastDataAt = performance.now();
    const wasUnresponsive = watchdog.unresponsiveError !== undefined;
    const isUnresponsive =
      !reachable && (wasUnresponsive || Math.max(watchdog.lastDataAt, awakeSince) < startedAt);
    watchdog.unresponsiveError = isUnresponsive ? noResponse() : undefined;
    if (isUnresponsive !== wasUnresponsive) onChange(isUnresponsive);
    if (!isUnresponsive) return;
    for (const pending of [...pendingConnects]) pending.fail(noResponse());
    for (const connection of [...connections]) connection.fail(noResponse());
  }

  const timer = setInterval(check, CHECK_MS);
  // The timer alone doesn't keep the process running.
  timer.unref();
  const watchdog: Watchdog = {
    connections,
    pendingConnects,
    lastDataAt: 0,
    unresponsiveError: undefined,
    stop: () => clearInterval(timer),
  };
  return watchdog;
}

function noResponse(): Error {
  return Object.assign(new Error("the database does not respond"), { code: "ETIMEDOUT" });
}
