import { type SQL, sql } from "drizzle-orm";
import type { Db } from "./connect.ts";

/**
 * Returns the transactions that have a lock on one of the tables, or those of `among` that are still running.
 * `modes` restricts the kind of the lock.
 */
export async function openTransactions(
  db: Db,
  { tables, writers, among }: { tables: string[]; writers?: true; among?: string[] | undefined },
): Promise<string[]> {
  const mode: SQL = writers ? sql`mode = 'RowExclusiveLock'` : sql`true`;
  const { rows } = await db.execute<{ transaction: string }>(sql`
    select distinct virtualtransaction as transaction from pg_locks
    where locktype = 'relation' and relation = any(${sql.param(tables)}::text[]::regclass[]) and ${mode}
      and pid <> pg_backend_pid() and database = (select oid from pg_database where datname = current_database())
      and (${among === undefined} or virtualtransaction = any(${sql.param(among ?? [])}::text[]))`);
  return rows.map(({ transaction }) => transaction);
}
