import type { Ctx } from "../ctx.ts";
import { prepared } from "../db/prepared.ts";
import type { AcceptedEvent } from "./record.ts";

/** Keeps accepted events until a job takes them; in the transaction that sends the job. */
export async function keepBatch(
  ctx: Ctx,
  storeId: string,
  { id, events }: { id: string; events: AcceptedEvent[] },
) {
  await keep(ctx.db, storeId, id, JSON.stringify(events));
}

/**
 * Takes batches in the transaction that records them, as JSON texts: they are gone when, and only when, their events are stored.
 * A job that did its work but not its ending finds nothing, and so patches nobody again. One that works beside another
 * on the same batch waits here.
 */
export async function takeBatches(ctx: Ctx, storeId: string, ids: string[]): Promise<string[]> {
  const [, rows] = await Promise.all([planByKey(ctx.db), take(ctx.db, storeId, ids)]);
  return rows.map(({ events }) => events);
}

const keep = prepared("keep_batch", "insert into event_batches (store_id, id, events) values ($1, $2, $3)");

/** Looked up by key, whatever the planner believes of a table that is mostly empty. */
const planByKey = prepared(
  "plan_by_key",
  "select set_config('enable_seqscan', 'off', true), set_config('plan_cache_mode', 'force_generic_plan', true)",
);

/** Locked in one order, so that nobody waits in a circle. */
const take = prepared<{ events: string }>(
  "take_batches",
  `with found as (
     select ctid from event_batches where store_id = $1 and id = any($2::uuid[]) order by id for update
   )
   delete from event_batches where store_id = $1 and ctid = any(array(select ctid from found))
   returning events`,
);
