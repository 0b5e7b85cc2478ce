import { sql } from "drizzle-orm";
import type { Logger } from "pino";
import { pause } from "../../lib/promises.ts";
import type { Db } from "./connect.ts";
import { serverAt } from "./server.ts";

type Limit = { limit: string; places: number; others: number };

type Process = { db: Db; url: string; connections: number };

/**
 * What bounds the sessions of this server, and how many of those that count other processes of the service hold. The
 * sessions of a subscription are named after it, and have places of their own.
 */
const readLimits = (ownPids: number[]) => sql`
  with other as (
    select datname, usename from pg_stat_activity
    where (application_name = 'aftersale' or starts_with(application_name, 'aftersale '))
      and pid <> pg_backend_pid() and pid <> all(${sql.param(ownPids)}::int[])
  )
  select 'max_connections without the reserved ones' as limit, (current_setting('max_connections')::int
    - current_setting('superuser_reserved_connections')::int
    - coalesce(current_setting('reserved_connections', true), '0')::int) as places,
    (select count(*)::int from other) as others
  union all select 'the connection limit of the role', rolconnlimit,
    (select count(*)::int from other where usename = current_user)
    from pg_roles where rolname = current_user and rolconnlimit >= 0
  union all select 'the connection limit of the database', datconnlimit,
    (select count(*)::int from other where datname = current_database())
    from pg_database where datname = current_database() and datconnlimit >= 0`;

/** How long sessions may take to end that were asked to, such as those of the process before this one. */
const RECHECK_MS = 1_000;
const PAUSE_MS = 100;

/**
 * Warns when the server has not room for the sessions that this process may open besides those which other processes
 * of the service hold now. It fails nothing: where it can't be found out, the log says so.
 */
export async function warnOfFewConnections(
  { db, url, connections }: Process,
  log: Pick<Logger, "warn">,
): Promise<void> {
  try {
    for (const { limit, places, others } of await exceededLimits(db, url, connections)) {
      const wanted = connections + others;
      log.warn(
        { limit, places, wanted, ofThisProcess: connections, ofOthers: others },
        `the database has places for ${places} sessions (${limit}), and the service may need ${wanted}: ` +
          `raise the limit, lower DATABASE_CONNECTIONS, or stop processes; until then requests may get 503`,
      );
    }
  } catch (err) {
    log.warn({ err }, "can't find out whether the database has places for all sessions");
  }
}

/** Returns the limits that the wanted sessions exceed, and go on to exceed. */
async function exceededLimits(db: Db, url: string, connections: number): Promise<Limit[]> {
  for (const end = performance.now() + RECHECK_MS; ; await pause(PAUSE_MS)) {
    const ownPids = [...serverAt(url).connections].flatMap((connection) => connection.pid() ?? []);
    const { rows } = await db.execute<Limit>(readLimits(ownPids));
    const exceeded = rows.filter(({ places, others }) => connections + others > places);
    const mayEnd = exceeded.some(({ places, others }) => others > 0 && connections <= places);
    if (!mayEnd || performance.now() >= end) return exceeded;
  }
}
