import { and, asc, eq, gt, inArray } from "drizzle-orm";
import type { Ctx } from "../../core/ctx.ts";
import { appendEvents, storePayloads } from "../../core/delivery/outbox.ts";
import { defineJob } from "../../core/jobs/define-job.ts";
import { SLICE_OPTIONS, type StoreJobData, sendFairly, trySlice } from "../../core/jobs/fair.ts";
import { inSlice } from "../../core/jobs/in-slice.ts";
import { pause } from "../../lib/promises.ts";
import { slicesByBytes } from "../../lib/slices-by-bytes.ts";
import { mapYielding } from "../../lib/yielder.ts";
import { openTransactions } from "../../platform/db/open-transactions.ts";
import { returns } from "../../platform/db/tables/returns.ts";
import { stores } from "../../platform/db/tables/stores.ts";
import { webhookStreams } from "../../platform/db/tables/webhooks.ts";
import { bytesOfRow } from "../returns/read/bytes-of-row.ts";
import { loadReturns } from "../returns/read/load.ts";
import { snapshotOf } from "../returns/read/view.ts";
import { lockWebhook } from "./find.ts";

/**
 * `after` is the last return of the slice before. `writers` are the transactions that have to end before the
 * first slice.
 */
export type Backfill = StoreJobData & {
  webhookId: string;
  requestId: string;
  writers?: string[];
  after?: string;
};

const SLICE_RETURNS = 100;
/**
 * Returns may be large: this many returns, or this many bytes, are loaded together. After `SLICE_MS` the rest
 * is left to the next slice.
 */
const MAX_LOADED_RETURNS = 20;
const MAX_LOADED_BYTES = 512 * 1024;
const SLICE_MS = 1_000;
/** How often, and at what interval, the first slice checks for writers before it is queued again. */
const MAX_WRITER_CHECKS = 10;
const WRITER_CHECK_MS = 50;
const RETRY_SECONDS = 1;

/**
 * Appends an event for every return of the store of which the webhook has none, with the return's current
 * state and `at` its last change. The slice locks its returns, so an event of a later change is appended
 * after it.
 */
export const backfillJob = defineJob<Backfill>({
  name: "webhooks.backfill",
  ...SLICE_OPTIONS,
  handle: async (ctx, backfills) => {
    for (const data of backfills)
      await trySlice(ctx, backfillJob, { data, work: (backfill) => runSlice(ctx, backfill) });
  },
});

async function runSlice(ctx: Ctx, backfill: Backfill): Promise<void> {
  const writers = await runningWriters(ctx, backfill);
  if (writers.length === 0) {
    const isDone = await inSlice(ctx, (tx) => backfillSlice(tx, backfill));
    if (isDone) ctx.doneJobs.add(backfill.storeId, "backfills");
    return;
  }
  await sendFairly(ctx, backfillJob, { ...backfill, writers }, { startAfter: RETRY_SECONDS });
}

/**
 * A return whose transaction began before the webhook existed may have no event and may not be visible yet.
 * The first slice therefore waits for the transactions that were writing returns at that time. Returns those
 * that are still running.
 */
async function runningWriters(ctx: Ctx, { after, writers }: Backfill): Promise<string[]> {
  if (after !== undefined) return [];
  let running = writers;
  for (let check = 0; check < MAX_WRITER_CHECKS; check++) {
    running = await openTransactions(ctx.db, { tables: ["returns"], writers: true, among: running });
    if (running.length === 0) break;
    await pause(WRITER_CHECK_MS);
  }
  return running ?? [];
}

/** Returns whether the backfill is done. */
async function backfillSlice(tx: Ctx, backfill: Backfill): Promise<boolean> {
  const { storeId, webhookId, after = "" } = backfill;
  // Without the lock two backfills of one webhook could both append an event of a return.
  if (!(await lockWebhook(tx, storeId, webhookId))) return true;
  const slice = await tx.db
    .select({ id: returns.id, bytes: bytesOfRow("returns", "items") })
    .from(returns)
    .where(and(eq(returns.storeId, storeId), gt(returns.id, after)))
    .orderBy(asc(returns.id))
    .limit(SLICE_RETURNS)
    .for("share");
  const ids = slice.map(({ id }) => id);
  const existing = await tx.db
    .select({ returnId: webhookStreams.returnId })
    .from(webhookStreams)
    .where(
      and(
        eq(webhookStreams.storeId, storeId),
        eq(webhookStreams.webhookId, webhookId),
        inArray(webhookStreams.returnId, ids),
      ),
    );
  const existingIds = new Set(existing.map(({ returnId }) => returnId));
  const until = performance.now() + SLICE_MS;
  for (const batch of slicesByBytes(slice, MAX_LOADED_BYTES, MAX_LOADED_RETURNS)) {
    const batchIds = batch.map(({ id }) => id);
    await appendBackfill(
      tx,
      backfill,
      batchIds.filter((id) => !existingIds.has(id)),
    );
    const last = batchIds.at(-1);
    const isLast = last === ids.at(-1);
    if (isLast ? ids.length === SLICE_RETURNS : performance.now() > until) {
      await sendFairly(tx, backfillJob, { ...backfill, after: last });
      return false;
    }
  }
  return true;
}

async function appendBackfill(
  tx: Ctx,
  { storeId, webhookId, ...request }: Backfill,
  ids: string[],
): Promise<void> {
  if (ids.length === 0) return;
  const [store] = await tx.db
    .select({ merchantName: stores.name })
    .from(stores)
    .where(eq(stores.storeId, storeId));
  const merchantName = store?.merchantName ?? "";
  const records = await loadReturns(tx, storeId, ids);
  const payloads = await mapYielding(records, (record) => ({
    type: "backfill" as const,
    at: record.row.updatedAt,
    merchantName,
    aboutId: record.row.id,
    shown: snapshotOf(record, tx.origin),
  }));
  const payloadIds = storePayloads(tx, storeId, payloads);
  const events = payloads.map(({ type, at, aboutId }, i) => ({
    ...{ webhookId, returnId: aboutId, type, at },
    ...{ payloadId: payloadIds[i] ?? "", requestId: request.requestId },
  }));
  await appendEvents(tx, storeId, { events });
}
