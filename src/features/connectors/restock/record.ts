import { type Ctx, inTransaction } from "../../../core/ctx.ts";
import type { AttemptOfLease, RecordResult } from "../../../core/delivery/record-attempts.ts";
import { createLimiter } from "../../../lib/limiter.ts";
import { preparedNamed } from "../../../platform/db/prepared.ts";
import { type NextRestock, RESTOCK_STREAMS } from "./streams.ts";

type Recorded = AttemptOfLease<NextRestock>;

const MAX_REASON_CHARACTERS = 1_000;
const WAIT_MS = 60_000;
/** Each is a transaction of its own: many would take the connections of requests. */
const limiter = createLimiter({ total: 4, perOwner: 2, waitMs: WAIT_MS });

/** Records what shops have said of changes of their stock, and releases the leases. Returns one result per attempt. */
export function recordRestockAttempts(ctx: Ctx, attempts: Recorded[]): Promise<RecordResult<NextRestock>[]> {
  return Promise.all(
    attempts.map(async (attempt) => {
      const release = await limiter.take(attempt.lease.storeId);
      if (!release) return "busy";
      try {
        return await record(ctx, attempt);
      } finally {
        release();
      }
    }),
  );
}

const STATUSES = { delivered: "done", discarded: "refused", waiting: "unknown" } as const;

function record(ctx: Ctx, { lease, attempt, pauseMs = 0 }: Recorded): Promise<RecordResult<NextRestock>> {
  const { storeId, returnId, fence, nextEvent: restock } = lease;
  const key = { storeId, returnId, fence, pauseMs: attempt?.pauseMs ?? pauseMs };
  return inTransaction(ctx, async (tx) => {
    const [held] = await write(tx.db, {
      ...key,
      changeOf: restock?.returnId ?? "",
      number: restock?.number ?? 0,
      units: restock?.units ?? 0,
      status: attempt ? STATUSES[attempt.outcome] : null,
      reason:
        attempt?.error?.toWellFormed().replaceAll("\0", "\ufffd").slice(0, MAX_REASON_CHARACTERS) ?? null,
      at: attempt?.at.toISOString() ?? null,
    });
    return held ? RESTOCK_STREAMS.release(tx.db, key) : "lost";
  });
}

/** No row for a lease that is lost. */
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
       and $status::text is not null and change.shop_status in ('waiting', 'unknown')
   )
   select id from held`,
);
