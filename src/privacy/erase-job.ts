import type { Ctx } from "../ctx.ts";
import { defineJob } from "../jobs/define-job.ts";
import { createEraser, unfinishedErasures } from "../jobs/erasure.ts";
import { memoizeByObject } from "../lib/memoize-by-object.ts";
import { ERASURE_RULES } from "./erasure-rules.ts";

export type StoreWithErasures = { storeId: string };

const eraserOf = memoizeByObject((ctx: Ctx) => createEraser(ctx, ERASURE_RULES));

/**
 * Wakes the eraser for a store. The job only hands the store over: a surplus job does nothing, and a sweep makes
 * up for a lost one.
 */
export const eraseJob = defineJob<StoreWithErasures>({
  name: "customers.erase",
  queue: {
    notify: true,
    retryLimit: 10,
    retryDelay: 1,
    retryBackoff: true,
    retryDelayMax: 60,
    expireInSeconds: 60,
    // Another process continues the job of a killed one after this time, before the job expires.
    heartbeatSeconds: 10,
    deleteAfterSeconds: 60,
  },
  work: {
    batchSize: 500,
    burstWhenBatchFull: true,
    notifyPollingIntervalSeconds: 5,
    pollingIntervalSeconds: 0.5,
  },
  backlog: unfinishedErasures,
  handle: async (ctx, jobs) => eraserOf(ctx).wake(jobs.map(({ storeId }) => storeId)),
  background: (ctx) => eraserOf(ctx).start(),
  waitUntilIdle: (ctx) => eraserOf(ctx).idle(),
});
