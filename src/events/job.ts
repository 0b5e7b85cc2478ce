import { type Ctx, inTransactionEndingIn } from "../ctx.ts";
import { meetCustomers } from "../customers/meet.ts";
import { prepared } from "../db/prepared.ts";
import { defineJob } from "../jobs/define-job.ts";
import { type AcceptedEvent, recordEvents } from "./record.ts";

/** `events` is the JSON text of accepted events: as an object the queue would not keep the order of what is in `$extra`. */
export type RecordBatch = { storeId: string; events: string };

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
      const batches = ofStore
        .map((batch) => JSON.parse(batch.events) as AcceptedEvent[])
        .toSorted(([a], [b]) => (a?.stamp ?? 0) - (b?.stamp ?? 0));
      await inTransactionEndingIn(ctx, async (tx) => {
        const [known, recorded] = await Promise.all([
          meetCustomers(
            tx,
            storeId,
            batches.flat().map(({ event }) => event.customer),
          ),
          recordedOf(tx, storeId, batches),
        ]);
        const accepted = batches.filter(([first]) => first && !recorded.has(first.id)).flat();
        return { result: undefined, last: recordEvents(tx, storeId, { known, accepted }) };
      });
    }
  },
});

/**
 * The first events of those batches that are recorded, each of them whole: a job that did its work but not its ending patches
 * nobody again, for by now its addresses may be other people's. Asked under the locks, which its first worker may still hold.
 */
async function recordedOf(ctx: Ctx, storeId: string, batches: AcceptedEvent[][]): Promise<Set<string>> {
  const rows = await recorded(
    ctx.db,
    storeId,
    batches.flatMap(([first]) => first?.id ?? []),
  );
  return new Set(rows.map(({ id }) => id));
}

const recorded = prepared<{ id: string }>(
  "find_recorded",
  "select id from events where store_id = $1 and id = any($2::uuid[])",
);
