import { sql } from "drizzle-orm";
import type { Ctx } from "../../src/core/ctx.ts";
import { BY_KEY_SETTINGS } from "../../src/platform/db/plan-by-key.ts";

/**
 * Returns how many entries of a table's indexes the statements of `work` have read. They run in one transaction: the rows that
 * it removes stay in the indexes, as they do for everyone while an old snapshot is held.
 */
export function indexReads(ctx: Ctx, table: string, work: (ctx: Ctx) => Promise<unknown>): Promise<number> {
  return ctx.db.transaction(async (db) => {
    // As on large tables.
    for (const [name, value] of Object.entries(BY_KEY_SETTINGS))
      await db.execute(sql`select set_config(${name}, ${String(value)}, true)`);
    const before = await readSoFar(db, table);
    await work({ ...ctx, db });
    return (await readSoFar(db, table)) - before;
  });
}

/** What this session has read and not yet reported. */
async function readSoFar(db: Ctx["db"], table: string): Promise<number> {
  const { rows } = await db.execute<{ read: number }>(sql`
    select sum(pg_stat_get_xact_tuples_returned(indexrelid))::int as read from pg_index
    where indrelid = ${table}::regclass`);
  return rows[0]?.read ?? 0;
}
