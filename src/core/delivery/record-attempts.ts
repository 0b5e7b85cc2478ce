import { NOW } from "../../platform/db/now.ts";
import { prepared } from "../../platform/db/prepared.ts";
import type { Ctx } from "../ctx.ts";
import {
  busyOf,
  type Lease,
  LOCKED,
  leaseMs,
  type NextEvent,
  NOW_MS,
  nextEventIn,
  nextEventSql,
  UNTIL_LAPSE,
} from "./leases.ts";

/** The result of an attempt. `waiting`: it failed and will be retried. */
export type Outcome = "delivered" | "discarded" | "waiting";

export type Attempt = {
  outcome: Outcome;
  at: Date;
  status: number | null;
  durationMs: number;
  error: string | null;
  answer: string | null;
  /** Some headers of a response that wasn't a success, as JSON. */
  answerHeaders?: string | undefined;
  /** How long the stream pauses before it may send again, this event or the next one. */
  pauseMs: number;
};

/**
 * An attempt made under a lease. Without an attempt, `pauseMs` is how long the stream pauses. `keepsLease`:
 * the lease is renewed while events are pending.
 */
export type AttemptOfLease<Event = NextEvent> = {
  lease: Lease<Event>;
  attempt: Attempt | undefined;
  pauseMs?: number;
  keepsLease: boolean;
};

/**
 * `lease`: it was renewed. `againInMs`: it ended, and when the stream is due again, if ever. `lost`: another
 * process holds it or the webhook is deleted; nothing was written. `busy`: another transaction has locked the
 * stream; the caller has to retry. `error`: this attempt
 * could not be recorded, whatever became of the others.
 */
export type RecordResult<Event = NextEvent> =
  | { lease: Lease<Event> }
  | { againInMs: number | undefined }
  | { error: unknown }
  | "lost"
  | "busy";

type Row = { busy: number[] | null; nowMs: number } & (
  | ({ place: number; fence: string; leased: boolean; againInMs: number | null } & (
      | NextEvent
      | { seq: null }
    ))
  | { place: null }
);

/**
 * Records attempts and renews or releases their leases. Releasing checks once more for events that were
 * appended meanwhile. Returns one result per attempt.
 */
export async function recordAttempts(ctx: Ctx, attempts: AttemptOfLease[]): Promise<RecordResult[]> {
  const requestedAt = performance.now();
  const input = JSON.stringify(attempts.map(rowOf));
  const rows = await record(ctx.backgroundDb, input, leaseMs(ctx));
  const clock = { databaseMs: rows[0]?.nowMs ?? 0, readAt: performance.now() };
  const results: RecordResult[] = attempts.map(() => "lost");
  for (const place of rows[0]?.busy ?? []) results[place] = "busy";
  for (const row of rows) {
    const attempt = row.place === null ? undefined : attempts[row.place];
    if (row.place === null || !attempt) continue;
    const { fence, leased, againInMs } = row;
    const { outcome } = attempt.attempt ?? {};
    const isDone = outcome === "delivered" || outcome === "discarded";
    if (isDone) ctx.doneJobs.add(attempt.lease.storeId, "deliveries");
    if (leased)
      results[row.place] = {
        lease: { ...attempt.lease, fence, requestedAt, clock, nextEvent: nextEventIn(row) },
      };
    else results[row.place] = { againInMs: againInMs ?? undefined };
  }
  return results;
}

/** Nothing is read for a stream that has ended. */
const IS_NEXT = "moved.leased and not moved.asked and (event.seq <> moved.seq or moved.outcome = 'none')";

const record = prepared<Row>(
  "webhooks_record",
  `with result as (
    select * from json_to_recordset($1::json) as result("storeId" text, "webhookId" text, "returnId" text, place int,
      fence bigint, seq int, outcome text, tries int, number int, at timestamptz, status int, "durationMs" int,
      error text, answer text, "answerHeaders" text, "pauseMs" int, "keepsLease" boolean)
  ), held as materialized (
    select result.*, stream.fence as "heldFence", stream.pending, stream.is_erased,
      stream.redelivered is not null as asked,
      coalesce(outcome <> 'none' and seq = any(stream.redelivered), false) as again
    from result, lateral (${LOCKED}) as stream
  ), mine as (
    select *, case when rest > 0 then pause end as "againInMs",
      rest > 0 and "keepsLease" and pause = 0 and (outcome <> 'waiting' or asked) and exists (select from webhooks
        where store_id = "storeId" and id = "webhookId" and deleted_at is null and disabled_at is null) as leased
    from held, lateral (select
      pending - (outcome in ('delivered', 'discarded') and not again)::int as rest,
      -- A redelivery that was requested meanwhile doesn't wait.
      case when asked then 0 else "pauseMs" end as pause,
      case when outcome = 'waiting' or again then 'pending' else outcome end as state) as after
    where "heldFence" = fence
  ), logged as (
    insert into webhook_attempts (store_id, webhook_id, return_id, seq, number, at, status, duration_ms, error, answer,
      answer_headers)
    select "storeId", "webhookId", "returnId", seq, number, at, status, "durationMs", error,
      case when not is_erased then answer end, "answerHeaders"
    from mine where outcome <> 'none'
  ), written as (
    update webhook_events as event
    set state = mine.state, tries = case when again then 0 else mine.tries end, attempts = number,
      finished_at = case when mine.state <> 'pending' then ${NOW} end
    from mine
    where store_id = "storeId" and webhook_id = "webhookId" and return_id = "returnId" and event.seq = mine.seq
      and outcome <> 'none'
  ), moved as (
    update webhook_streams as stream
    set fence = stream.fence + 1, pending = rest,
      -- A stream that goes on stays due: a row whose indexed columns don't change needs no new index entries.
      due_at = case when leased then least(stream.due_at, ${NOW})
        else ${NOW} + "againInMs" * interval '1 millisecond' end,
      leased_until = case when leased then ${UNTIL_LAPSE} end, redelivered = null
    from mine
    where store_id = "storeId" and webhook_id = "webhookId" and return_id = "returnId"
    returning place, mine.seq, outcome, asked, leased, "againInMs", stream.fence, store_id, webhook_id, return_id
  )
  select busy.places as busy, ${NOW_MS} as "nowMs", after.*
  from (${busyOf("result", "held")}) as busy left join (
    select place, fence, leased, "againInMs", next_event.*
    from moved
    -- After a redelivery was requested, this statement may be too old to see which event comes first.
    left join lateral (${nextEventSql("moved", IS_NEXT)}) as next_event on true
  ) as after on true`,
);

function rowOf({ lease, attempt, pauseMs = 0, keepsLease }: AttemptOfLease, place: number) {
  const { storeId, webhookId, returnId, fence, nextEvent } = lease;
  return {
    storeId,
    webhookId,
    returnId,
    place,
    fence,
    keepsLease,
    seq: nextEvent?.seq ?? 0,
    tries: (nextEvent?.tries ?? 0) + 1,
    number: (nextEvent?.attempts ?? 0) + 1,
    ...(attempt ?? { outcome: "none", pauseMs }),
  };
}
