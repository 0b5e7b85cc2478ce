import { type SQL, sql } from "drizzle-orm";
import type { Db } from "./connect.ts";

type Options = {
  signal: AbortSignal;
  /** How long each statement may run. */
  timeoutMs: number;
  /** The memory for each sort of a statement (`work_mem`), unless the database allows more. */
  memoryKb: number;
  /** Where a running statement is cancelled from. */
  cancelFrom: Db;
};

/**
 * The planner's settings for statements whose estimates may be far off: without nested loops every plan is
 * linear in the rows that it reads. One statement uses one core.
 */
export const LINEAR_PLANS: SQL = sql`set_config('enable_nestloop', 'off', true), set_config('jit', 'off', true),
  set_config('max_parallel_workers_per_gather', '0', true)`;

/**
 * The planner's settings for statements that look up by an array, besides `LINEAR_PLANS`. It takes an array for ten keys,
 * and of a store that it takes for smaller it would read every row instead, comparing it with the whole array. Where
 * searching costs nothing, the index that reads the fewest rows is the cheapest.
 */
export const ARRAY_PLANS: SQL = sql`${LINEAR_PLANS}, set_config('random_page_cost', '0', true), set_config('seq_page_cost', '0', true),
  set_config('cpu_operator_cost', '0', true), set_config('cpu_index_tuple_cost', '0.000001', true)`;

/**
 * Runs `work` in a transaction that reads one snapshot. When `signal` aborts, its statement is cancelled; the
 * connection is released after that, so that the cancellation can't meet a later statement. A statement that
 * is cancelled or runs out of time throws an error of which `isCancelled` is true.
 */
export function readCancellable<T>(
  db: Db,
  { signal, timeoutMs, memoryKb, cancelFrom }: Options,
  work: (tx: Db) => Promise<T>,
): Promise<T> {
  const isolation = { isolationLevel: "repeatable read", accessMode: "read only" } as const;
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ pid: number }>(sql`
      select pg_backend_pid() as pid, set_config('statement_timeout', ${String(timeoutMs)}, true), ${LINEAR_PLANS},
        set_config('work_mem', greatest(pg_size_bytes(current_setting('work_mem')) / 1024, ${memoryKb}::bigint) || 'kB', true)`);
    let cancelled: Promise<unknown> | undefined;
    const cancel = () => {
      const statement = sql`select pg_cancel_backend(${rows[0]?.pid ?? 0}::int)`;
      cancelled = cancelFrom.execute(statement).catch(() => undefined);
    };
    signal.addEventListener("abort", cancel);
    try {
      signal.throwIfAborted();
      return await work(tx);
    } finally {
      signal.removeEventListener("abort", cancel);
      await cancelled;
    }
  }, isolation);
}
