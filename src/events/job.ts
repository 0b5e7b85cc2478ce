import { inTransactionEndingIn } from "../ctx.ts";
import { meetCustomers } from "../customers/meet.ts";
import { defineJob } from "../jobs/define-job.ts";
import { takeBatches } from "./batches.ts";
import { type AcceptedEvent, recordEvents, rowOf } from "./record.ts";

/** Names a batch that is kept; jobs of earlier versions bring theirs along. */
export type RecordBatch = { storeId: string; batch?: string; events?: string };

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
    // The work of a killed process goes to another one after this, not only when it expires.
    heartbeatSeconds: 10,
    retentionSeconds: TEN_YEARS,
    deleteAfterSeconds: 60,
  },
  work: {
    batchSize: 10,
    // While one batch is with the database the next one is made ready.
    localConcurrency: 2,
    burstWhenBatchFull: true,
    notifyPollingIntervalSeconds: 5,
    pollingIntervalSeconds: 0.5,
  },
  handle: async (ctx, jobs) => {
    for (const [storeId, ofStore] of Map.groupBy(jobs, (job) => job.storeId)) {
      await inTransactionEndingIn(ctx, async (tx) => {
        const kept = await takeBatches(
          tx,
          storeId,
          ofStore.flatMap(({ batch }) => batch ?? []),
        );
        const accepted = [...kept, ...ofStore.flatMap(({ events }) => events ?? [])]
          .map((batch) => JSON.parse(batch) as AcceptedEvent[])
          .toSorted(([a], [b]) => (a?.stamp ?? 0) - (b?.stamp ?? 0))
          .flat()
          .map((one) => ({ ...one, row: rowOf(storeId, one) }));
        const known = await meetCustomers(
          tx,
          storeId,
          accepted.map(({ event }) => event.customer),
        );
        return { result: undefined, last: recordEvents(tx, storeId, { known, accepted }) };
      });
    }
  },
});
