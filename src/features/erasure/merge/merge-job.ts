import type { Ctx } from "../../../core/ctx.ts";
import { backlogOf } from "../../../core/jobs/backlog.ts";
import { defineJob } from "../../../core/jobs/define-job.ts";
import { WAKE_UP_OPTIONS } from "../../../core/jobs/wake-up-options.ts";
import { memoizeByObject } from "../../../lib/memoize-by-object.ts";
import { createMerger } from "./merger.ts";

export type StoreWithMerges = { storeId: string };

const mergerOf = memoizeByObject(createMerger);

/**
 * Wakes the loop that moves the rows of merged customers, for a store. The job only hands the store over: a surplus job
 * does nothing, and a sweep makes up for a lost one.
 */
export const mergeJob = defineJob<StoreWithMerges>({
  name: "customers.merge",
  queue: { ...WAKE_UP_OPTIONS.queue, retryBackoff: true, retryDelayMax: 60, expireInSeconds: 60 },
  work: WAKE_UP_OPTIONS.work,
  backlog: backlogOf("customer_merges", "requested_at"),
  handle: async (ctx, jobs) => mergerOf(ctx).wake(jobs.map(({ storeId }) => storeId)),
  background: (ctx: Ctx) => mergerOf(ctx).start(),
  waitUntilIdle: (ctx: Ctx) => mergerOf(ctx).idle(),
});
