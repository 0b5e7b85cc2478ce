import { sql } from "drizzle-orm";
import { problem } from "../../lib/problem.ts";
import { lockName } from "../../platform/db/lock-name.ts";
import type { Ctx } from "../ctx.ts";

/** `table` has the files of a kind, with the status of each; a store may have `max` of them unfinished. */
export type Capacity = { table: string; max: number; detail: string };

/**
 * Locks the capacity of a store, so that two files can't both be the last, until the transaction ends. Throws 429
 * when more of its files are unfinished, with those of the transaction, than may be.
 */
export async function lockCapacity(tx: Ctx, storeId: string, capacity: Capacity): Promise<void> {
  await lockName(tx.db, `${capacity.table} ${storeId}`);
  await requireCapacity(tx, storeId, capacity);
}

/** Throws 429 when more files of a store are unfinished than may be. Another request may add some meanwhile. */
export async function requireCapacity(
  tx: Ctx,
  storeId: string,
  { table, max, detail }: Capacity,
): Promise<void> {
  const { rows } = await tx.db.execute(sql`
    select from ${sql.identifier(table)} where store_id = ${storeId} and status in ('queued', 'running')
    limit ${max + 1}`);
  if (rows.length <= max) return;
  throw problem("too_many_at_once", detail, { headers: { "Retry-After": "10" } });
}
