import type { Ctx } from "../../core/ctx.ts";
import { failureReason } from "../../core/jobs/failure-reason.ts";
import type { LoadMeter } from "../../core/turns/load-meter.ts";
import { prepared, preparedByKey } from "../../platform/db/prepared.ts";
import { storesIn } from "../../platform/db/stores-in.ts";
import { eventsOfBatch, storeEvents } from "./row.ts";

/** Batches per statement: stores take turns, and no statement takes long. */
const SLICE_BATCHES = 10;
const FIRST_PAUSE_S = 1;
const MAX_PAUSE_S = 60;

/** The sessions that record, and the others that the database was busy with. */
type Recorder = { running: number; load: LoadMeter };

/**
 * Records the oldest due batches of a store that no other worker has locked. Returns whether there may be
 * more. One statement, its own transaction, moves a batch's events into their table, so a worker that stops
 * holds nothing. A batch that fails is postponed alone.
 */
export async function recordSlice(ctx: Ctx, storeId: string, recorder: Recorder): Promise<boolean> {
  recorder.running++;
  try {
    const [recorded] = await record(ctx.db, storeId, SLICE_BATCHES);
    const batches = Number(recorded?.batches);
    recorder.load.observe(Number(recorded?.active) > recorder.running);
    ctx.doneJobs.add(storeId, "events", batches);
    return batches === SLICE_BATCHES;
  } catch (error) {
    ctx.log.warn({ err: error, storeId }, "can't record batches of events together");
    const due = await dueBatches(ctx.db, storeId, SLICE_BATCHES);
    for (const { id } of due) await recordAlone(ctx, storeId, id);
    return due.length === SLICE_BATCHES;
  } finally {
    recorder.running--;
  }
}

async function recordAlone(ctx: Ctx, storeId: string, batch: string): Promise<void> {
  try {
    const [recorded] = await recordOne(ctx.db, storeId, batch);
    ctx.doneJobs.add(storeId, "events", Number(recorded?.batches));
  } catch (error) {
    ctx.log.error({ err: error, storeId, batch }, "can't record a batch of events; it will be retried");
    await postpone(ctx.db, storeId, batch, FIRST_PAUSE_S, MAX_PAUSE_S, failureReason(error));
  }
}

/** Returns the stores with batches, due or not. */
export async function storesWithBatches(ctx: Ctx): Promise<string[]> {
  const rows = await stores(ctx.db);
  return rows.map(({ storeId }) => storeId);
}

/** An array, which is read once: a plan may read a subquery of `in` again and again, each time with other rows. */
const recordWhere = (condition: string) => `with deleted as materialized (
    delete from event_batches where store_id = $1 and id = any(array(
      select id from event_batches where store_id = $1 and ${condition}
    ))
    returning batched_events, customers
  ),
  stored as (
    ${storeEvents()} from deleted cross join lateral ${eventsOfBatch("deleted")}
  )
  select count(*) as batches, (
    select count(*) from pg_stat_activity where backend_type = 'client backend' and state = 'active'
  ) as active
  from deleted`;

const record = preparedByKey<{ batches: string; active: string }>(
  "record_batches",
  recordWhere("due_at <= now() order by due_at limit $2 for update skip locked"),
);

/** Waits for the lock: the database answers that a statement has failed shortly before it releases its locks. */
const recordOne = preparedByKey<{ batches: string }>("record_batch", recordWhere("id = $2 for update"));

const dueBatches = prepared<{ id: string }>(
  "due_batches",
  "select id from event_batches where store_id = $1 and due_at <= now() order by due_at limit $2",
);

const postpone = prepared(
  "put_batch_off",
  `update event_batches set failures = failures + 1, batch_error = $5,
     due_at = now() + make_interval(secs => least($3::int * 2 ^ least(failures, 10), $4::int))
   where store_id = $1 and id = $2`,
);

const stores = preparedByKey<{ storeId: string }>("stores_with_batches", storesIn("event_batches"));
