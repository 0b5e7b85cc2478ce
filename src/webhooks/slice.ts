import { sql } from "drizzle-orm";
import { type Ctx, inTransaction } from "../ctx.ts";
import { FAIR_WORK } from "../jobs/fair.ts";

/**
 * Job options for work on a whole store: each job does a slice and sends the next one. Retried without end.
 */
export const SLICE_OPTIONS = {
  queue: {
    notify: true,
    retryLimit: 1_000_000,
    retryDelay: 1,
    retryBackoff: true,
    retryDelayMax: 60,
    expireInSeconds: 120,
    // Another process continues the slice of a killed one after this time, before the job expires.
    heartbeatSeconds: 10,
    deleteAfterSeconds: 3_600,
  },
  work: { ...FAIR_WORK, notifyPollingIntervalSeconds: 5, pollingIntervalSeconds: 0.5 },
};

const LOCK_TIMEOUT = "500ms";

/**
 * Runs a slice in one transaction. It fails soon when another transaction holds its rows, and is retried
 * later, so that other stores don't wait.
 */
export function inSlice<T>(ctx: Ctx, work: (tx: Ctx) => Promise<T>): Promise<T> {
  return inTransaction(ctx, async (tx) => {
    await tx.db.execute(sql`select set_config('lock_timeout', ${LOCK_TIMEOUT}, true)`);
    return work(tx);
  });
}
