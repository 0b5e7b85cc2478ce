import type { Ctx } from "../../core/ctx.ts";
import { backlogOf } from "../../core/jobs/backlog.ts";
import { defineJob } from "../../core/jobs/define-job.ts";
import { WAKE_UP_OPTIONS } from "../../core/jobs/wake-up-options.ts";
import { createEraser } from "../../core/persons/erasure.ts";
import { memoizeByObject } from "../../lib/memoize-by-object.ts";
import { ERASURE_RULES } from "./erasure-rules.ts";

export type StoreWithErasures = { storeId: string };

const eraserOf = memoizeByObject((ctx: Ctx) => createEraser(ctx, ERASURE_RULES));

/**
 * Wakes the eraser for a store. The job only hands the store over: a surplus job does nothing, and a sweep makes
 * up for a lost one.
 */
export const eraseJob = defineJob<StoreWithErasures>({
  name: "customers.erase",
  queue: { ...WAKE_UP_OPTIONS.queue, retryBackoff: true, retryDelayMax: 60, expireInSeconds: 60 },
  work: WAKE_UP_OPTIONS.work,
  backlog: backlogOf("erasures", "requested_at"),
  handle: async (ctx, jobs) => eraserOf(ctx).wake(jobs.map(({ storeId }) => storeId)),
  background: (ctx) => eraserOf(ctx).start(),
  waitUntilIdle: (ctx) => eraserOf(ctx).idle(),
});
