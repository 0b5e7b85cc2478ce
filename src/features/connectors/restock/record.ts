import { type Ctx, inTransaction } from "../../../core/ctx.ts";
import type { AttemptOfLease, RecordResult } from "../../../core/delivery/record-attempts.ts";
import { createRecordEach } from "../../../core/delivery/record-each.ts";
import { storableText } from "../../../lib/text.ts";
import { preparedNamed } from "../../../platform/db/prepared.ts";
import { type NextRestock, RESTOCK_STREAMS } from "./streams.ts";

type Recorded = AttemptOfLease<NextRestock>;

const MAX_REASON_CHARACTERS = 1_000;

/** Records what shops have said of changes of their stock, and releases the leases. Returns one result per attempt. */
export const recordRestockAttempts = createRecordEach(record);

const STATUSES = { delivered: "done", discarded: "refused", waiting: "unknown" } as const;

function record(ctx: Ctx, { lease, attempt, pauseMs = 0 }: Recorded): Promise<RecordResult<NextRestock>> {
  const { storeId, returnId, fence, nextEvent: restock } = lease;
  // A shop that hasn't answered may still be at work on it: so long no payout of the order is asked for.
  const busyMs = attempt?.outcome === "waiting" ? ctx.config.payoutTimeoutMs : 0;
  const key = { storeId, returnId, fence, pauseMs: attempt?.pauseMs ?? pauseMs };
  return inTransaction(ctx, async (tx) => {
    const [held] = await write(tx.db, {
      ...key,
      changeOf: restock?.returnId ?? "",
      number: restock?.number ?? 0,
      units: restock?.units ?? 0,
      status: attempt ? STATUSES[attempt.outcome] : null,
      reason: attempt?.error == null ? null : storableText(attempt.error, MAX_REASON_CHARACTERS),
      at: attempt?.at.toISOString() ?? null,
    });
    return held ? RESTOCK_STREAMS.release(tx.db, { ...key, busyMs }) : "lost";
  });
}

/** No row for a lease that is lost. What a shop has done counts although its connector was deleted while it did it. */
const write = preparedNamed(
  "restocks_record",
  `with held as (
     select store_id, id from restock_streams
     where store_id = $storeId and id = $returnId and fence = $fence::bigint for no key update
   ), written as (
     update return_stock_changes as change set shop_status = $status::text, shop_reason = $reason::text,
       shop_units = case when $status::text = 'done' then $units::int end, shop_attempts = shop_attempts + 1,
       shop_attempted_at = $at::timestamptz
     from held
     where change.store_id = held.store_id and change.return_id = $changeOf and change.number = $number::bigint
       and (change.shop_status in ('waiting', 'unknown') and $status::text is not null or $status::text = 'done')
   )
   select id from held`,
);
