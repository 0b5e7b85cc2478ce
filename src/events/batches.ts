import type { Ctx } from "../ctx.ts";
import { prepared } from "../db/prepared.ts";
import type { EventRow } from "./row.ts";

/** Keeps the accepted events of a request until a job records them; in the transaction that sends the job. */
export async function keepBatch(
  ctx: Ctx,
  storeId: string,
  { id, stamp, rows }: { id: string; stamp: number; rows: EventRow[] },
) {
  await keep(ctx.db, storeId, id, stamp, JSON.stringify(rows));
}

const keep = prepared(
  "keep_batch",
  "insert into event_batches (store_id, id, stamp, events) values ($1, $2, $3, $4)",
);
