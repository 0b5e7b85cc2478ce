import type pg from "pg";
import { LIMITS } from "./limits.ts";
import { createClient } from "./open.ts";
import type { ServiceClient } from "./service-client.ts";
import { isReadOnlyError } from "./write-access.ts";

export type Health = {
  /** Whether the server responds at all, even with an error. */
  reachable: boolean;
  /** Whether it runs statements. */
  responsive: boolean;
  /** Whether it accepts writes: it is no standby, and its disk has space. */
  writable: boolean;
};

export type HealthCheck = {
  /**
   * Returns the database's health, at most half a second old. Resolves within two seconds and never rejects.
   */
  check(): Promise<Health>;
  close(): Promise<void>;
};

const TIMEOUT_MS = 1_500;
/** After a freeze, the process reads pending responses before it reports a timeout. */
const GRACE_MS = 100;
const CACHE_MS = 500;
/** A check that takes longer may wait for a server that is gone: the next one doesn't wait for it. */
const OVERLAP_MS = 400;

const UNREACHABLE: Health = { reachable: false, responsive: false, writable: false };

/** Each write allocates a page on disk and frees it on commit, so that a full disk is noticed. */
const CREATE_TABLE = "create temporary table aftersale_health_check (page text) on commit delete rows";
const WRITE = "insert into pg_temp.aftersale_health_check values (''); ";
const READ = "select current_setting('transaction_read_only') = 'off' as writable";

/** `mayWritePages` is undefined until the session has tried. */
type Session = { client: ServiceClient; mayWritePages?: boolean };
type Run = { startedAt: number; health: Promise<Health> };

/** Checks the database on a connection of its own, which no other work can delay. */
export function createHealthCheck(url: string): HealthCheck {
  let cached: { health: Promise<Health>; until: number } | undefined;
  let latest: Run | undefined;
  /** The session of the last successful check, while no check uses it. */
  let kept: Session | undefined;
  const running = new Set<Session>();
  let isClosed = false;

  function check(): Promise<Health> {
    const now = performance.now();
    if (cached && now < cached.until) return cached.health;
    if (latest && now - latest.startedAt < OVERLAP_MS) return latest.health;
    const run: Run = { startedAt: now, health: responsiveOf(checkInTime(), latest?.health) };
    latest = run;
    void run.health.then(({ writable }) => {
      if (writable) cached = { health: run.health, until: performance.now() + CACHE_MS };
      if (latest === run) latest = undefined;
    });
    return run.health;
  }

  async function checkInTime(): Promise<Health> {
    const session = kept ?? { client: createSession() };
    kept = undefined;
    running.add(session);
    const late = Promise.withResolvers<Health>();
    const timers = [
      setTimeout(() => timers.push(setTimeout(late.resolve, GRACE_MS, UNREACHABLE)), TIMEOUT_MS),
    ];
    const health = await Promise.race([runCheck(session).catch(healthFrom), late.promise]);
    for (const timer of timers) clearTimeout(timer);
    running.delete(session);
    // A session keeps the read-only mode that it started with.
    if (health.writable && !kept && !isClosed) kept = session;
    else end(session);
    return health;
  }

  async function runCheck(session: Session): Promise<Health> {
    const { client } = session;
    if (client.connectedAt === Number.POSITIVE_INFINITY) await client.connect();
    if (session.mayWritePages === undefined) {
      await client.query(CREATE_TABLE).then(
        () => (session.mayWritePages = true),
        // Without the right to create temporary tables only standbys are noticed.
        (error: pg.DatabaseError) => {
          if (error.code !== "42501") throw error;
          session.mayWritePages = false;
        },
      );
    }
    const results: unknown = await client.query(session.mayWritePages ? WRITE + READ : READ);
    const last = [results].flat().at(-1) as pg.QueryResult<{ writable: boolean }>;
    return { reachable: true, responsive: true, writable: last.rows[0]?.writable === true };
  }

  function createSession(): ServiceClient {
    const client = createClient(url, {
      ...{ limits: LIMITS, name: "aftersale health check", connectMs: TIMEOUT_MS, onlyReads: true },
    });
    // The next check opens another one.
    client.on("error", () => {
      if (kept?.client === client) kept = undefined;
    });
    return client;
  }

  function end(session: Session | undefined) {
    session?.client.discard();
  }

  return {
    check,
    close: async () => {
      isClosed = true;
      await latest?.health;
      end(kept);
      for (const session of running) end(session);
    },
  };
}

/** Resolves with the first of two checks that finds a responsive server, else with the later one. */
function responsiveOf(later: Promise<Health>, earlier: Promise<Health> | undefined): Promise<Health> {
  if (!earlier) return later;
  const responsive = earlier.then((health) => (health.responsive ? health : later));
  return Promise.race([later.then((health) => (health.responsive ? health : responsive)), responsive]);
}

/** A failed statement is a response; a session that ended or never began was refused. */
function healthFrom(error: unknown): Health {
  // Of several hosts each refuses writes.
  if (isReadOnlyError(error)) return { reachable: true, responsive: true, writable: false };
  const severity = error instanceof Error && "severity" in error ? error.severity : undefined;
  if (severity === undefined) return UNREACHABLE;
  return { reachable: true, responsive: severity === "ERROR", writable: false };
}
