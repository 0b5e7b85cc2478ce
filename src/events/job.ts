import { sql } from "drizzle-orm";
import { type Ctx, inTransaction } from "../ctx.ts";
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
    burstWhenBatchFull: true,
    notifyPollingIntervalSeconds: 5,
    pollingIntervalSeconds: 0.5,
  },
  handle: async (ctx, batches) => {
    for (const [storeId, ofStore] of Map.groupBy(batches, (batch) => batch.storeId)) {
      const events = ofStore
        .flatMap((batch) => JSON.parse(batch.events) as AcceptedEvent[])
        .toSorted((a, b) => a.stamp - b.stamp);
      await inTransaction(ctx, async (tx: Ctx) => {
        const unrecorded = await withoutRecorded(tx, storeId, events);
        if (unrecorded.length > 0) await recordEvents(tx, storeId, unrecorded);
      });
    }
  },
});

/** A job that did its work but not its ending patches nobody again: by now its addresses may be other people's. */
async function withoutRecorded(ctx: Ctx, storeId: string, events: AcceptedEvent[]): Promise<AcceptedEvent[]> {
  const ids = sql.param(events.map(({ id }) => id));
  const { rows } = await ctx.db.execute<{ id: string }>(
    sql`select id from events where store_id = ${storeId} and id = any(${ids}::uuid[])`,
  );
  const recorded = new Set(rows.map(({ id }) => id));
  return events.filter(({ id }) => !recorded.has(id));
}
