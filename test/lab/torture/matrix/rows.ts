import { sql } from "drizzle-orm";
import type { Ctx } from "../../../../src/core/ctx.ts";
import { prepared } from "../../../../src/platform/db/prepared.ts";

const LAST_USE = ["last_used_at"];
/** How the row of a job begins. */
const JOB = "job";
const POLLED = ["due_at", "leased_until", "fence", "failures", "failing_since", "last_error"];

type Reading = ReturnType<typeof prepared<{ line: string }>>;

/** Planning a statement over all tables takes longer than running it, so each connection plans it once. */
let reading: Promise<Reading> | undefined;

/**
 * Returns every row of a store in every table, and every job that names it, from one statement in a fixed
 * order; without the log of requests and the last use of secrets, which refused requests
 * change too, the counts of work that was done, which are written seconds later, and what the poll of a shop that can't be
 * reached writes of itself.
 */
export async function rowsOf({ db }: Pick<Ctx, "db">, storeId: string): Promise<string[]> {
  reading ??= readingOf(db);
  const rows = await (await reading)(db, storeId);
  return rows.map(({ line }) => line);
}

async function readingOf(db: Ctx["db"]): Promise<Reading> {
  const { rows: tables } = await db.execute<{ name: string }>(sql`
    select relname as name from pg_attribute join pg_class on pg_class.oid = attrelid
    where relkind = 'r' and relnamespace = 'public'::regnamespace and attname = 'store_id'
      and relname not in ('requests', 'done_jobs') order by 1`);
  const parts = tables.map(({ name }) => {
    const left = name === "connectors" ? [...LAST_USE, ...POLLED] : LAST_USE;
    return `select '${name}' || (to_jsonb(t) - '{${left}}'::text[])::text as line from "${name}" t where store_id = $1`;
  });
  const jobs = `select '${JOB}' || jsonb_build_array(id, name, data)::text as line from pgboss.job
    where data::text like '%' || $1 || '%'`;
  return prepared("rows_of_a_store", `${[...parts, jobs].join(" union all ")} order by line`);
}

/**
 * Returns the first row that is not among the others, before or after; undefined for none. A job that is gone is no
 * difference: none waits when rows are compared, and the queue removes those that are done after a while.
 */
export function changedRow(before: string[], after: string[]): string | undefined {
  const [was, is] = [new Set(before), new Set(after)];
  const gone = before.find((row) => !is.has(row) && !row.startsWith(JOB));
  return after.find((row) => !was.has(row)) ?? gone;
}
