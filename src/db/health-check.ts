import pg from "pg";
import { LIMITS, limited } from "./limits.ts";

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

const UNREACHABLE: Health = { reachable: false, responsive: false, writable: false };

/** Each write allocates a page on disk and frees it on commit, so that a full disk is noticed. */
const CREATE_TABLE = "create temporary table aftersale_health_check (page text) on commit delete rows";
const WRITE = "insert into pg_temp.aftersale_health_check values (''); ";
const READ = "select current_setting('transaction_read_only') = 'off' as writable";

/** Checks the database on a connection of its own, which no other work can delay; one check at a time. */
export function createHealthCheck(url: string): HealthCheck {
  let latest: { health: Promise<Health>; until: number } | undefined;
  let client: pg.Client | undefined;
  /** Undefined until a connection has tried. */
  let mayWritePages: boolean | undefined;

  function check(): Promise<Health> {
    if (latest && performance.now() < latest.until) return latest.health;
    const run = { health: checkInTime(), until: Number.POSITIVE_INFINITY };
    latest = run;
    void run.health.then(({ writable }) => (run.until = writable ? performance.now() + CACHE_MS : 0));
    return run.health;
  }

  async function checkInTime(): Promise<Health> {
    const late = Promise.withResolvers<Health>();
    const timers = [
      setTimeout(() => timers.push(setTimeout(late.resolve, GRACE_MS, UNREACHABLE)), TIMEOUT_MS),
    ];
    const health = await Promise.race([runCheck().catch(healthFrom), late.promise]);
    for (const timer of timers) clearTimeout(timer);
    // A session keeps the read-only mode that it started with.
    if (!health.writable) drop();
    return health;
  }

  async function runCheck(): Promise<Health> {
    client ??= await connected();
    if (mayWritePages === undefined) {
      await client.query(CREATE_TABLE).then(
        () => (mayWritePages = true),
        // Without the right to create temporary tables only standbys are noticed.
        (error: pg.DatabaseError) => {
          if (error.code !== "42501") throw error;
          mayWritePages = false;
        },
      );
    }
    const results: unknown = await client.query(mayWritePages ? WRITE + READ : READ);
    const last = [results].flat().at(-1) as pg.QueryResult<{ writable: boolean }>;
    return { reachable: true, responsive: true, writable: last.rows[0]?.writable === true };
  }

  async function connected(): Promise<pg.Client> {
    const created = new pg.Client({
      ...limited(url, LIMITS),
      application_name: "aftersale health check",
      connectionTimeoutMillis: TIMEOUT_MS,
    });
    // The next check notices a broken connection.
    created.on("error", () => {
      if (client === created) drop();
    });
    mayWritePages = undefined;
    await created.connect();
    return created;
  }

  function drop() {
    const dropped = client;
    client = undefined;
    void dropped?.end();
  }

  return {
    check,
    close: async () => {
      await latest?.health;
      drop();
    },
  };
}

/** A failed statement is a response; a session that ended or never began was refused. */
function healthFrom(error: unknown): Health {
  const severity = error instanceof Error && "severity" in error ? error.severity : undefined;
  if (severity === undefined) return UNREACHABLE;
  return { reachable: true, responsive: severity === "ERROR", writable: false };
}
