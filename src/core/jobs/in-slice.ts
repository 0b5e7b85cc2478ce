import { sql } from "drizzle-orm";
import { type Ctx, inTransaction } from "../ctx.ts";

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
