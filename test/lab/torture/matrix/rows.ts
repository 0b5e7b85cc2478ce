import { sql } from "drizzle-orm";
import type { Ctx } from "../../../../src/core/ctx.ts";

const POLLED = ["due_at", "leased_until", "fence", "failures", "failing_since", "last_error"];

/**
 * Returns every row of a store in every table, and every job that names it, from one statement in a fixed
 * order; without the log of requests and the last use of secrets, which refused requests
 * change too, the counts of work that was done, which are written seconds later, and what the poll of a shop that can't be
 * reached writes of itself.
 */
export async function rowsOf({ db }: Pick<Ctx, "db">, storeId: string): Promise<string[]> {
  const { rows: tables } = await db.execute<{ name: string }>(sql`
    select relname as name from pg_attribute join pg_class on pg_class.oid = attrelid
    where relkind = 'r' and relnamespace = 'public'::regnamespace and attname = 'store_id'
      and relname not in ('requests', 'done_jobs') order by 1`);
  const parts = tables.map(({ name }) => {
    const left = ["last_used_at", ...(name === "connectors" ? POLLED : [])];
    return sql`select ${name}::text || (to_jsonb(t) - array(select json_array_elements_text(${JSON.stringify(left)}::json)))::text as line
      from ${sql.identifier(name)} t where store_id = ${storeId}`;
  });
  const jobs = sql`select 'job' || jsonb_build_array(id, name, data)::text as line from pgboss.job
    where data::text like ${`%${storeId}%`}`;
  const { rows } = await db.execute<{ line: string }>(
    sql`${sql.join([...parts, jobs], sql` union all `)} order by line`,
  );
  return rows.map(({ line }) => line);
}
