import { type Ctx, inTransaction } from "../ctx.ts";
import { defineJob } from "../jobs/define-job.ts";
import { type AcceptedEvent, recordEvents } from "./record.ts";

export type RecordBatch = { storeId: string; events: AcceptedEvent[] };

const TEN_YEARS = 10 * 365 * 24 * 3600;

/** Records the events of bulk requests; what was answered 202 is tried until it is done, and never given up. */
export const recordJob = defineJob<RecordBatch>({
  name: "events.record",
  queue: {
    notify: true,
    retryLimit: 1_000_000,
    retryDelay: 1,
    retryBackoff: true,
    retryDelayMax: 60,
    expireInSeconds: 60,
    retentionSeconds: TEN_YEARS,
    deleteAfterSeconds: 60,
  },
  work: {
    batchSize: 10,
    burstWhenBatchFull: true,
    notifyPollingIntervalSeconds: 5,
    pollingIntervalSeconds: 0.5,
  },
  handle: async (ctx, batches) => {
    for (const [storeId, ofStore] of Map.groupBy(batches, (batch) => batch.storeId)) {
      const events = ofStore.flatMap((batch) => batch.events).toSorted((a, b) => a.stamp - b.stamp);
      await inTransaction(ctx, (tx: Ctx) => recordEvents(tx, storeId, events));
    }
  },
});
