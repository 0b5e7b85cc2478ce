import type { Ctx } from "../ctx.ts";
import type { Db } from "../db/connect.ts";
import { prepared, preparedByKey } from "../db/prepared.ts";
import { EVENT_COLUMNS, STORE_EVENTS } from "./row.ts";

/** So many batches at once, that stores take turns and no statement takes long. */
const SLICE = 10;
const FIRST_PAUSE_S = 1;
const LONGEST_PAUSE_S = 60;
const MOST_COUNTED = 100_000;

/**
 * Records the oldest kept batches of a store that are due and in no other worker's hands, and returns whether there may be more. A
 * batch is gone when, and only when, its events are stored: one statement, and a transaction of its own, so that a worker
 * that stops holds nothing. A batch that fails is put off alone.
 */
export async function recordSlice(ctx: Ctx, storeId: string): Promise<boolean> {
  try {
    const [recorded] = await record(ctx.db, storeId, SLICE);
    return Number(recorded?.batches) === SLICE;
  } catch (error) {
    ctx.log.warn({ err: error, storeId }, "batches of events can't be recorded together");
    const due = await dueBatches(ctx.db, storeId, SLICE);
    for (const { id } of due) await recordAlone(ctx, storeId, id);
    return due.length === SLICE;
  }
}

async function recordAlone(ctx: Ctx, storeId: string, batch: string): Promise<void> {
  try {
    await recordOne(ctx.db, storeId, batch);
  } catch (error) {
    ctx.log.error({ err: error, storeId, batch }, "a batch of events can't be recorded; it is tried again");
    await putOff(ctx.db, storeId, batch, FIRST_PAUSE_S, LONGEST_PAUSE_S);
  }
}

/**
 * The stores that have kept batches, due or not. It steps from store to store along the index, so that one with a million
 * batches costs what one with a single one does.
 */
export async function storesWithBatches(ctx: Ctx): Promise<string[]> {
  const rows = await stores(ctx.db);
  return rows.map(({ storeId }) => storeId);
}

/** How many batches are kept, up to 100,000, and how long the oldest of them has been. */
export async function waitingBatches(db: Db): Promise<{ jobs: number; oldestSeconds: number }> {
  const [waiting] = await countBatches(db, MOST_COUNTED);
  return { jobs: Number(waiting?.batches ?? 0), oldestSeconds: Number(waiting?.oldest ?? 0) };
}

const recordWhere = (condition: string) => `with taken as materialized (
    delete from event_batches where store_id = $1 and id in (
      select id from event_batches where store_id = $1 and ${condition} for update skip locked
    )
    returning events, customers
  ),
  given as (
    select row.* from taken, lateral rows from (
      json_to_recordset(taken.events::json) as (${EVENT_COLUMNS}), unnest(taken.customers)
    ) as row(id, name, at, value, currency, "uniqueId", data, facts, received, customer)
  ),
  stored as (${STORE_EVENTS} from given where customer is not null)
  select count(*) as batches from taken`;

const record = preparedByKey<{ batches: string }>(
  "record_batches",
  recordWhere("due_at <= now() order by due_at limit $2"),
);

const recordOne = preparedByKey("record_batch", recordWhere("id = $2"));

const dueBatches = prepared<{ id: string }>(
  "due_batches",
  "select id from event_batches where store_id = $1 and due_at <= now() order by due_at limit $2",
);

const putOff = prepared(
  "put_batch_off",
  `update event_batches set failures = failures + 1,
     due_at = now() + make_interval(secs => least($3::int * 2 ^ least(failures, 10), $4::int))
   where store_id = $1 and id = $2`,
);

const countBatches = prepared<{ batches: string; oldest: string }>(
  "count_batches",
  `select count(*) as batches, coalesce(extract(epoch from now() - min(kept_at)), 0) as oldest
   from (select kept_at from event_batches limit $1) as first_batches`,
);

const stores = preparedByKey<{ storeId: string }>(
  "stores_with_batches",
  `with recursive found as (
    (select store_id from event_batches order by store_id limit 1)
    union all
    select next.store_id from found, lateral (
      select store_id from event_batches where store_id > found.store_id order by store_id limit 1
    ) as next
  )
  select store_id as "storeId" from found`,
);
