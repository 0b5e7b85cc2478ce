import { type Ctx, inTransaction } from "../ctx.ts";
import { meetCustomers } from "../customers/meet.ts";
import { defineJob } from "../jobs/define-job.ts";
import { broughtAlong, rowsKept } from "./earlier.ts";
import { type AcceptedEvent, recordEvents } from "./record.ts";
import { type Remainder, recordFamiliarOfBatches } from "./record-familiar.ts";
import { givenOf } from "./row.ts";

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
    // While one fetches and ends its jobs the other is at work.
    localConcurrency: 2,
    burstWhenBatchFull: true,
    notifyPollingIntervalSeconds: 5,
    pollingIntervalSeconds: 0.5,
  },
  handle: async (ctx, jobs) => {
    for (const [storeId, ofStore] of Map.groupBy(jobs, (job) => job.storeId)) {
      await inTransaction(ctx, async (tx) => {
        // They came before all that is kept.
        await recordRest(
          tx,
          storeId,
          ofStore.flatMap(({ events }) => (events ? broughtAlong(storeId, events) : [])),
        );
        const batches = ofStore.flatMap(({ batch }) => batch ?? []);
        const remainders = await recordFamiliarOfBatches(tx, storeId, batches);
        const rest = remainders.flatMap((remainder) => acceptedOf(storeId, remainder));
        await recordRest(tx, storeId, rest);
      });
    }
  },
});

async function recordRest(tx: Ctx, storeId: string, accepted: AcceptedEvent[]): Promise<void> {
  if (accepted.length === 0) return;
  const given = accepted.map(({ row }) => givenOf(row));
  const known = await meetCustomers(tx, storeId, given);
  await recordEvents(tx, storeId, { known, accepted });
}

function acceptedOf(storeId: string, { stamp, events, left }: Remainder): AcceptedEvent[] {
  const ids = new Set(left);
  return rowsKept(storeId, events)
    .filter(({ id }) => ids.has(id))
    .map((row) => ({ stamp: Number(stamp), row }));
}
