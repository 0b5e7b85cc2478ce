import { sql } from "drizzle-orm";
import type { Ctx } from "../../../core/ctx.ts";
import { failureReason } from "../../../core/jobs/failure-reason.ts";
import { inSlice } from "../../../core/jobs/in-slice.ts";
import { createStoreLoop, type StoreLoop } from "../../../core/turns/store-loop.ts";
import { preparedByKey } from "../../../platform/db/prepared.ts";
import { storesIn } from "../../../platform/db/stores-in.ts";
import { DONE_WAITING, waitForWriters } from "../wait-for-writers.ts";
import { moveRows, recordMoves } from "./move-rows.ts";

/** The merges that one process works on, and the cursor of their wait for transactions that began before. */
type Held = { merged: string[]; cursor?: string | undefined };

const MAX_BATCH = 100;
const SLICE_ROWS = 500;
const MAX_PAUSE_S = 10;

/**
 * Returns the loop that moves the rows of merged customers, for up to 100 merges of a store together. A slice is one
 * transaction that holds the merges' rows and leaves nothing that it would find again: a process that is killed loses
 * nothing, and another one goes on.
 */
export function createMerger(ctx: Ctx): StoreLoop {
  const held = new Map<string, Held>();

  async function slice(storeId: string): Promise<boolean> {
    const current = held.get(storeId) ?? (await claim(ctx, storeId));
    if (!current) return false;
    held.set(storeId, current);
    try {
      const waiting = await waitForWriters(ctx, current.cursor);
      current.cursor = waiting ?? DONE_WAITING;
      if (waiting !== undefined) return true;
      const { state, count } = await moveSlice(ctx, storeId, current.merged);
      if (state !== "more") held.delete(storeId);
      if (state === "done") ctx.doneJobs.add(storeId, "merges", count);
      return state !== "elsewhere";
    } catch (error) {
      held.delete(storeId);
      await postpone(ctx, storeId, current, failureReason(error));
      ctx.log.error({ err: error, storeId }, "a slice of a merge of customers failed; it will be retried");
      return true;
    }
  }

  return createStoreLoop(ctx, {
    slice,
    stores: async () => (await stores(ctx.db)).map((row) => row.storeId),
    failed: "can't read the merges of customers of a store",
  });
}

/** Those that failed are tried one by one, so that one can't hold up the others. */
async function claim(ctx: Ctx, storeId: string): Promise<Held | undefined> {
  const { rows } = await ctx.db.execute<{ id: string; failures: number }>(sql`
    select merged_id as id, failures from customer_merges
    where store_id = ${storeId} and (retry_at is null or retry_at <= clock_timestamp())
    order by failures > 0, requested_at limit ${MAX_BATCH}`);
  const fresh = rows.filter(({ failures }) => failures === 0);
  const merged = fresh.length > 0 ? fresh : rows.slice(0, 1);
  return merged.length > 0 ? { merged: merged.map(({ id }) => id) } : undefined;
}

type Slice = { state: "more" | "done" | "elsewhere"; count: number };

/**
 * Moves a slice of rows. Returns whether there are more, or another process works on the same merges, or has ended them, and
 * how many merges it is about. The target is read under the lock: it may have been merged into another customer meanwhile.
 */
function moveSlice(ctx: Ctx, storeId: string, merged: string[]): Promise<Slice> {
  return inSlice(ctx, async (tx) => {
    const { rows: all } = await tx.db.execute<{ from: string; to: string }>(sql`
      select merged_id as "from", into_id as "to" from customer_merges
      where store_id = ${storeId} and merged_id = any(${sql.param(merged)}::text[])
      order by merged_id for update skip locked`);
    const count = all.length;
    if (count === 0) return { state: "elsewhere", count };
    const moved = await moveRows(tx, storeId, all, SLICE_ROWS);
    await recordMoves(tx, storeId, moved);
    if (!moved.isDone) return { state: "more", count };
    await tx.db.execute(sql`
      delete from customer_merges
      where store_id = ${storeId} and merged_id = any(${sql.param(all.map(({ from }) => from))}::text[])`);
    return { state: "done", count };
  });
}

async function postpone(ctx: Ctx, storeId: string, { merged }: Held, reason: string): Promise<void> {
  await ctx.db.execute(sql`
    update customer_merges set failures = failures + 1, merge_error = ${reason},
      retry_at = clock_timestamp() + least(0.25 * 2 ^ least(failures, 10), ${MAX_PAUSE_S}) * interval '1 second'
    where store_id = ${storeId} and merged_id = any(${sql.param(merged)}::text[])`);
}

const stores = preparedByKey<{ storeId: string }>("stores_with_merges", storesIn("customer_merges"));
