import { sql } from "drizzle-orm";
import { inSlice } from "../../core/jobs/in-slice.ts";
import type { ErasureRule } from "../../core/persons/erasure.ts";
import { releaseUniqueIds } from "./delete-events.ts";
import { recordJob } from "./record-job.ts";
import { BATCHED_EVENT, eventsOfBatch } from "./row.ts";

/** A batch may have 5 MB. */
const SLICE_BATCHES = 5;

type Removed = { batch: string; customerId: string; uniqueId: string | null };

/**
 * Removes events of bulk requests that were accepted and not yet recorded; those of other customers stay. The recorder passes over
 * a batch that is locked, so it is woken again.
 */
export const batchesErasure: ErasureRule = {
  name: "stored bulk requests",
  erase: (ctx, { storeId, batch }) =>
    inSlice(ctx, async (tx) => {
      const personOf = new Map(batch.map(({ id, person }) => [id, person]));
      const erased = sql`${sql.param([...personOf.keys()])}::text[]`;
      const { rows: batches } = await tx.db.execute<{ id: string }>(sql`
        select id from event_batches where store_id = ${storeId} and customers && ${erased}
        limit ${SLICE_BATCHES} for update`);
      if (batches.length === 0) return { isDone: true };
      const ids = sql`${sql.param(batches.map(({ id }) => id))}::uuid[]`;
      const { rows: removed } = await tx.db.execute<Removed>(sql`
        select batch.id as batch, customer as "customerId", "uniqueId"
        from event_batches as batch cross join lateral ${sql.raw(eventsOfBatch("batch"))}
        where store_id = ${storeId} and batch.id = any(${ids}) and customer = any(${erased})`);
      await releaseUniqueIds(tx, storeId, personOf, removed);
      await tx.db.execute(sql`
        update event_batches as batch set (batched_events, customers) = (
          select coalesce(array_agg(${sql.raw(BATCHED_EVENT)}), '{}'), coalesce(array_agg(customer), '{}')
          from ${sql.raw(eventsOfBatch("batch"))} where customer <> all(${erased})
        ) where store_id = ${storeId} and id = any(${ids})`);
      await tx.jobs.send(recordJob, { storeId });
      return { isDone: batches.length < SLICE_BATCHES };
    }),
};
