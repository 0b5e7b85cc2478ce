import type { Environment } from "./environment.ts";

/** Drops a table's indexes except its primary key, and returns the statements that create them. */
export async function dropIndexes({ sql }: Pick<Environment, "sql">, table: string): Promise<string[]> {
  const { rows } = await sql.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes join pg_class on relname = indexname
     join pg_index on indexrelid = pg_class.oid
     where tablename = $1 and schemaname = 'public' and not indisprimary`,
    [table],
  );
  for (const { name } of rows) await sql.query(`drop index ${name}`);
  return rows.map(({ definition }) => definition);
}
