import type { Ctx } from "../../core/ctx.ts";
import { backlogOf } from "../../core/jobs/backlog.ts";
import { defineJob } from "../../core/jobs/define-job.ts";
import { WAKE_UP_OPTIONS } from "../../core/jobs/wake-up-options.ts";
import { createLoadMeter } from "../../core/turns/load-meter.ts";
import { createStoreLoop } from "../../core/turns/store-loop.ts";
import { memoizeByObject } from "../../lib/memoize-by-object.ts";
import { recordSlice, storesWithBatches } from "./record-batches.ts";

export type StoreWithBatches = { storeId: string };

/**
 * Records the stored batches of all stores. A statement keeps one core of the database busy, so one store may use
 * two only while nothing else needs them.
 */
const recorderOf = memoizeByObject((ctx: Ctx) => {
  const recorder = { running: 0, load: createLoadMeter() };
  return createStoreLoop(ctx, {
    slice: (storeId) => recordSlice(ctx, storeId, recorder),
    stores: () => storesWithBatches(ctx),
    failed: "can't record stored events",
    mayDouble: recorder.load.isQuiet,
  });
});

/**
 * Wakes the recorder for a store with batches. The job only hands the store over: a surplus job does nothing,
 * and a sweep makes up for a lost one.
 */
export const recordJob = defineJob<StoreWithBatches>({
  name: "events.record",
  queue: { ...WAKE_UP_OPTIONS.queue, retryBackoff: true, retryDelayMax: 60, expireInSeconds: 60 },
  work: WAKE_UP_OPTIONS.work,
  backlog: backlogOf("event_batches", "kept_at"),
  handle: async (ctx, jobs) => recorderOf(ctx).wake(jobs.map(({ storeId }) => storeId)),
  background: (ctx) => recorderOf(ctx).start(),
  waitUntilIdle: (ctx) => recorderOf(ctx).idle(),
});
