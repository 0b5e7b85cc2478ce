import type { Ctx } from "../ctx.ts";
import { defineJob } from "../jobs/define-job.ts";
import { waitingBatches } from "./record-batches.ts";
import { createRecorder, type Recorder } from "./recorder.ts";

export type KeptBatches = { storeId: string };

const recorders = new WeakMap<Ctx, Recorder>();

/**
 * Tells that a store has kept batches. The job only hands the store over: what is to be recorded stands in the batches, so
 * a job too many does nothing, and one that is lost is made up for by a sweep.
 */
export const recordJob = defineJob<KeptBatches>({
  name: "events.record",
  queue: {
    notify: true,
    retryLimit: 10,
    retryDelay: 1,
    retryBackoff: true,
    retryDelayMax: 60,
    expireInSeconds: 60,
    // The work of a killed process goes to another one after this, not only when it expires.
    heartbeatSeconds: 10,
    deleteAfterSeconds: 60,
  },
  work: {
    batchSize: 500,
    burstWhenBatchFull: true,
    notifyPollingIntervalSeconds: 5,
    pollingIntervalSeconds: 0.5,
  },
  backlog: waitingBatches,
  handle: async (ctx, jobs) => recorderOf(ctx).wake(jobs.map(({ storeId }) => storeId)),
  background: (ctx) => recorderOf(ctx).start(),
  waitUntilIdle: (ctx) => recorderOf(ctx).idle(),
});

function recorderOf(ctx: Ctx): Recorder {
  let recorder = recorders.get(ctx);
  if (!recorder) {
    recorder = createRecorder(ctx);
    recorders.set(ctx, recorder);
  }
  return recorder;
}
