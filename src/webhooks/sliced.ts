import { sql } from "drizzle-orm";
import { type Ctx, inTransaction } from "../ctx.ts";
import { FAIR_WORK } from "../jobs/fair.ts";

/** How work is queued that goes through a whole store: slice by slice, each a job that sends the next; never given up. */
export const SLICE_OPTIONS = {
  queue: {
    notify: true,
    retryLimit: 1_000_000,
    retryDelay: 1,
    retryBackoff: true,
    retryDelayMax: 60,
    expireInSeconds: 120,
    // The slice of a killed process goes to another one after this, not only when it expires.
    heartbeatSeconds: 10,
    deleteAfterSeconds: 3_600,
  },
  work: { ...FAIR_WORK, notifyPollingIntervalSeconds: 5, pollingIntervalSeconds: 0.5 },
};

const LOCK_TIMEOUT = "500ms";

/** Runs a slice in one transaction. It gives up soon when others hold its rows, and comes back later: other stores wait. */
export function inSlice<T>(ctx: Ctx, work: (tx: Ctx) => Promise<T>): Promise<T> {
  return inTransaction(ctx, async (tx) => {
    await tx.db.execute(sql`select set_config('lock_timeout', ${LOCK_TIMEOUT}, true)`);
    return work(tx);
  });
}
