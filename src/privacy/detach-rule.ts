import { sql } from "drizzle-orm";
import type { Ctx } from "../ctx.ts";
import { openTransactions } from "../db/open-transactions.ts";
import type { ErasureRule, ErasureSlice } from "../jobs/erasure.ts";
import { inSlice } from "../jobs/in-slice.ts";
import type { Progress } from "../jobs/retention.ts";
import { pause } from "../lib/pause.ts";
import { detachRows } from "./detach.ts";

const SLICE_ROWS = 500;
/** Longer than any transaction that writes: a report that reads customers may take longer. */
const MAX_WAIT_MS = 20_000;
const CHECK_MS = 20;

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

const DONE_WAITING = "done";

/**
 * Waits for the transactions that may have found a customer. Returns the cursor of the next call; undefined when
 * all have ended.
 */
async function waitForWriters(ctx: Ctx, cursor: string | undefined): Promise<string | undefined> {
  if (cursor === DONE_WAITING) return undefined;
  const [startedAt = performance.now(), ...among] = cursor?.split(" ") ?? [];
  const tables = ["customers", "storefront_events"];
  const open = await openTransactions(ctx.db, { tables, among: cursor === undefined ? undefined : among });
  if (open.length === 0 || performance.now() - Number(startedAt) > MAX_WAIT_MS) return undefined;
  await pause(CHECK_MS);
  return [startedAt, ...open].join(" ");
}

function detachRest(ctx: Ctx, { storeId, batch }: ErasureSlice): Promise<Progress> {
  return inSlice(ctx, async (tx) => {
    if (!(await detachRows(tx, storeId, batch, SLICE_ROWS))) return { isDone: false, cursor: DONE_WAITING };
    await tx.db.execute(sql`
      update erasures set is_detached = true
      where store_id = ${storeId} and id = any(${sql.param(batch.map(({ id }) => id))}::text[])`);
    return { isDone: true };
  });
}
