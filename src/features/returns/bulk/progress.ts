import type { Ctx } from "../../../core/ctx.ts";
import { parseDateTime } from "../../../lib/date-time.ts";
import { preparedByKey } from "../../../platform/db/prepared.ts";
import { MAX_CHANGED, MAX_COUNTED, type ReturnProgress } from "./schema.ts";

/** Returns how many returns of a store were received and processed since a moment. */
export async function returnProgress(ctx: Ctx, storeId: string, since: string): Promise<ReturnProgress> {
  const [row] = await read(ctx.db, storeId, parseDateTime(since)?.toISOString());
  const { changed = 0, received = 0, completed = 0, processed = 0 } = row ?? {};
  return { received: counted(received, changed), processed: counted(processed, completed) };
}

function counted(count: number, among: number) {
  return {
    count: Math.min(count, MAX_COUNTED),
    isAtLeast: count > MAX_COUNTED || among > MAX_CHANGED,
  };
}

/**
 * Every change of a return's status is one of the return: those that were changed since the moment are found by an
 * index, and of each its own history is read.
 */
function part(name: string, to: string, isNow: string): string {
  return `${name} as materialized (
    select id from returns where store_id = $1 and updated_at >= $2::timestamptz ${isNow}
    order by updated_at desc limit ${MAX_CHANGED + 1}
  ), ${name}_since as (
    select from ${name} cross join lateral (
      select from return_history as entry
      where entry.store_id = $1 and entry.return_id = ${name}.id and entry."to" = '${to}' and entry.at >= $2::timestamptz
        and not entry.is_erasure
      limit 1
    ) as entry
  )`;
}

type Row = { changed: number; received: number; completed: number; processed: number };

const count = (name: string) => `(select count(*)::int from ${name})`;

const read = preparedByKey<Row>(
  "return_progress",
  `with ${part("changed", "delivered", "")}, ${part("completed", "complete", "and status = 'complete'")}
   select ${count("changed")} as changed, ${count("changed_since")} as received,
     ${count("completed")} as completed, ${count("completed_since")} as processed`,
);
