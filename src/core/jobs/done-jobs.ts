import { oneAtATime } from "../../lib/batcher.ts";
import type { Db } from "../../platform/db/connect.ts";
import { prepared } from "../../platform/db/prepared.ts";
import type { JobKind } from "../../platform/db/tables/done-jobs.ts";
import type { DoneJobs } from "../ctx.ts";

/** A process crash loses the counts of this time. */
const FLUSH_AFTER_MS = 2_000;
/** What is older is no longer shown; rows that were not asked for that long are removed by the next writes. */
const KEPT_MINUTES = 120;
const MAX_COUNTERS = 20_000;
const MAX_REMOVED = 500;

/**
 * Returns counters of background work that is done. They are written together every two seconds, on a connection that
 * no work waits for, so that counting costs the work nothing. What can't be written is passed to `onDropped`.
 */
export function createDoneJobs(db: Db, onDropped: (error: unknown) => void): DoneJobs {
  let counters = new Map<string, { storeId: string; kind: JobKind; done: number }>();
  const writing = oneAtATime(async () => {
    const rows = [...counters.values()].filter(({ done }) => done > 0);
    counters = new Map();
    if (rows.length > 0) await write(rows);
  }, FLUSH_AFTER_MS);

  function add(storeId: string, kind: JobKind, done = 1) {
    const key = `${kind} ${storeId}`;
    const counter = counters.get(key);
    if (counter) counter.done += done;
    else if (counters.size < MAX_COUNTERS) counters.set(key, { storeId, kind, done });
    writing.soon();
  }

  async function write(rows: { storeId: string; kind: string; done: number }[]) {
    // In one order, so that two processes can't wait for each other.
    const sorted = rows.toSorted((a, b) => (a.storeId + a.kind < b.storeId + b.kind ? -1 : 1));
    try {
      await count(
        db,
        sorted.map(({ storeId }) => storeId),
        sorted.map(({ kind }) => kind),
        sorted.map(({ done }) => done),
      );
      await removeOld(
        db,
        sorted.map(({ storeId }) => storeId),
      );
    } catch (error) {
      onDropped(error);
    }
  }

  return { add, flush: writing.now };
}

const count = prepared(
  "count_done_jobs",
  `insert into done_jobs (store_id, minute, kind, done)
   select store_id, date_trunc('minute', now()), kind, done
   from unnest($1::text[], $2::text[], $3::int[]) as given(store_id, kind, done)
   order by store_id, kind
   on conflict (store_id, minute, kind) do update set done = done_jobs.done + excluded.done`,
);

const removeOld = prepared(
  "remove_done_jobs",
  `with old as materialized (
     select store_id, minute, kind from unnest($1::text[]) as given(store_id) join done_jobs using (store_id)
     where minute < now() - interval '${KEPT_MINUTES} minutes'
     limit ${MAX_REMOVED} for update of done_jobs skip locked
   )
   delete from done_jobs using old
   where done_jobs.store_id = old.store_id and done_jobs.minute = old.minute and done_jobs.kind = old.kind`,
);
