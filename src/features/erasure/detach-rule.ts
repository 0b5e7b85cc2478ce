import { sql } from "drizzle-orm";
import type { Ctx } from "../../core/ctx.ts";
import { inSlice } from "../../core/jobs/in-slice.ts";
import type { Progress } from "../../core/jobs/retention.ts";
import type { ErasureRule, ErasureSlice } from "../../core/persons/erasure.ts";
import { detachRows } from "./detach.ts";
import { DONE_WAITING, waitForWriters } from "./wait-for-writers.ts";

const SLICE_ROWS = 500;

/**
 * Takes the remaining rows of the customers: those that the request left to the job, and those that were written
 * by transactions that had found the customer before it was erased. The latter are left to a new customer who
 * has the id by now.
 */
export const detachRule: ErasureRule = {
  name: "rows of the customer",
  erase: async (ctx, slice) => {
    const waiting = await waitForWriters(ctx, slice.cursor);
    if (waiting !== undefined) return { isDone: false, cursor: waiting };
    return detachRest(ctx, slice);
  },
};

function detachRest(ctx: Ctx, { storeId, batch }: ErasureSlice): Promise<Progress> {
  return inSlice(ctx, async (tx) => {
    if (!(await detachRows(tx, storeId, batch, SLICE_ROWS))) return { isDone: false, cursor: DONE_WAITING };
    await tx.db.execute(sql`
      update erasures set is_detached = true
      where store_id = ${storeId} and id = any(${sql.param(batch.map(({ id }) => id))}::text[])`);
    return { isDone: true };
  });
}
