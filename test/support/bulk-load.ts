import { sql } from "drizzle-orm";
import type { TestStore } from "./service.ts";

type Run = Pick<TestStore["ctx"]["longDb"], "execute">;

/**
 * Runs `load`, which inserts very many rows into `tables`, without their indexes, and builds these afterwards: they
 * have the same entries, at a fraction of the work. Constraints stay.
 */
export async function loadInto(db: Run, tables: string[], load: () => Promise<void>): Promise<void> {
  const { rows } = await db.execute<{ name: string; definition: string }>(sql`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
    where indrelid::regclass::text = any(${sql.param(tables)}::text[])
      and not exists (select from pg_constraint where conindid = indexrelid)`);
  for (const { name } of rows) await db.execute(sql.raw(`drop index ${name}`));
  await load();
  for (const { definition } of rows) await db.execute(sql.raw(definition));
}
