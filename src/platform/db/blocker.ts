import type pg from "pg";

/** A session with an open transaction; `description` names it as an operator would look for it. */
export type Blocker = { pid: number; description: string };

/** Users without the right to see other users' sessions get null for their times and states. */
type Session = { pid: number; application: string | null; user: string | null; since: string | null };

/**
 * Returns the session whose transaction has locked a table that a statement names for the longest time;
 * undefined when that transaction has ended.
 */
export async function blockerOf(
  client: Pick<pg.ClientBase, "query">,
  statement: string,
): Promise<Blocker | undefined> {
  const names = Array.from(statement.matchAll(/"(\w+)"/g), ([, name]) => name);
  const { rows } = await client.query<Session>(
    `select pid, application_name as application, usename as user,
       to_char(xact_start at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS "UTC"') as since
     from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and pid in (
       select locks.pid from pg_locks as locks join pg_class on pg_class.oid = relation
       where granted and relnamespace = current_schema::regnamespace and relname = any($1)
     )
     order by xact_start limit 1`,
    [names],
  );
  const [session] = rows;
  if (!session) return undefined;
  const { pid, application, user, since } = session;
  const details = [
    application ? `application_name "${application}"` : "no application_name",
    ...(user === null ? [] : [`user "${user}"`]),
    ...(since === null ? [] : [`open since ${since}`]),
  ];
  return { pid, description: `another session (pid ${pid}, ${details.join(", ")})` };
}
