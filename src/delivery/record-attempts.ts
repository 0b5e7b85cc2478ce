import type { Ctx } from "../ctx.ts";
import { NOW } from "../db/now.ts";
import { prepared } from "../db/prepared.ts";
import {
  busyOf,
  byIndex,
  type Lease,
  LOCKED,
  leaseMs,
  type NextEvent,
  NOW_MS,
  nextEventIn,
  nextEventSql,
  UNTIL_LAPSE,
} from "./leases.ts";

/** What an attempt came to. `waiting`: it failed, and comes again. */
export type Outcome = "delivered" | "discarded" | "waiting";

export type Attempt = {
  outcome: Outcome;
  at: Date;
  status: number | null;
  durationMs: number;
  error: string | null;
  answer: string | null;
  /** After how long the subject may send again: this event, or the one after it. */
  pauseMs: number;
};

/**
 * An attempt of a lease, or none and after how long there may be one, and whether the lease goes on when there is more to
 * send.
 */
export type Finished = { lease: Lease; attempt: Attempt | undefined; pauseMs?: number; goesOn: boolean };

/**
 * `lease`: it goes on. `againInMs`: it ended, and there is more to send then, or never. `lost`: another has it, or the webhook is gone;
 * nothing was written. `busy`: somebody is writing the subject, and it has to be said again.
 */
export type AfterFinish = { lease: Lease } | { againInMs: number | undefined } | "lost" | "busy";

type Row = { busy: number[] | null; nowMs: number } & (
  | ({ place: number; fence: string; leased: boolean; againInMs: number | null } & (
      | NextEvent
      | { seq: null }
    ))
  | { place: null }
);

/** Writes what attempts came to, and renews the leases that go on or lets them go, looking once more for what came meanwhile. */
export async function recordAttempts(ctx: Ctx, all: Finished[]): Promise<AfterFinish[]> {
  const askedAt = performance.now();
  const results = JSON.stringify(all.map(rowOf));
  const rows = await byIndex(ctx, (db) => finish(db, results, leaseMs(ctx)));
  const clock = { databaseMs: rows[0]?.nowMs ?? 0, readAt: performance.now() };
  const after: AfterFinish[] = all.map(() => "lost");
  for (const place of rows[0]?.busy ?? []) after[place] = "busy";
  for (const row of rows) {
    const finished = row.place === null ? undefined : all[row.place];
    if (row.place === null || !finished) continue;
    const { fence, leased, againInMs } = row;
    if (leased)
      after[row.place] = { lease: { ...finished.lease, fence, askedAt, clock, head: nextEventIn(row) } };
    else after[row.place] = { againInMs: againInMs ?? undefined };
  }
  return after;
}

const finish = prepared<Row>(
  "webhooks_finish",
  `with result as (
    select * from json_to_recordset($1::json) as result("storeId" text, "webhookId" text, "returnId" text, place int,
      fence bigint, seq int, outcome text, tries int, number int, at timestamptz, status int, "durationMs" int,
      error text, answer text, "pauseMs" int, "goesOn" boolean)
  ), held as materialized (
    select result.*, subject.fence as "heldFence", subject.pending, subject.redelivered is not null as asked,
      coalesce(outcome <> 'none' and seq = any(subject.redelivered), false) as again
    from result, lateral (${LOCKED}) as subject
  ), mine as (
    select *, case when rest > 0 then pause end as "againInMs",
      rest > 0 and "goesOn" and pause = 0 and (outcome <> 'waiting' or asked) and exists (select from webhooks
        where store_id = "storeId" and id = "webhookId" and deleted_at is null) as leased
    from held, lateral (select
      pending - (outcome in ('delivered', 'discarded') and not again)::int as rest,
      -- What was asked for meanwhile waits for nothing.
      case when asked then 0 else "pauseMs" end as pause,
      case when outcome = 'waiting' or again then 'pending' else outcome end as state) as after
    where "heldFence" = fence
  ), logged as (
    insert into webhook_attempts (store_id, webhook_id, return_id, seq, number, at, status, duration_ms, error, answer)
    select "storeId", "webhookId", "returnId", seq, number, at, status, "durationMs", error, answer
    from mine where outcome <> 'none'
  ), written as (
    update webhook_events as event
    set state = mine.state, tries = case when again then 0 else mine.tries end, attempts = number,
      finished_at = case when mine.state <> 'pending' then ${NOW} end
    from mine
    where store_id = "storeId" and webhook_id = "webhookId" and return_id = "returnId" and event.seq = mine.seq
      and outcome <> 'none'
  ), moved as (
    update webhook_subjects as subject
    set fence = subject.fence + 1, pending = rest, due_at = ${NOW} + "againInMs" * interval '1 millisecond',
      leased_until = case when leased then ${UNTIL_LAPSE} end, redelivered = null
    from mine
    where store_id = "storeId" and webhook_id = "webhookId" and return_id = "returnId"
    returning place, mine.seq, outcome, asked, leased, "againInMs", subject.fence, store_id, webhook_id, return_id
  )
  select busy.places as busy, ${NOW_MS} as "nowMs", after.*
  from (${busyOf("result", "held")}) as busy left join (
    select place, fence, leased, "againInMs", head.*
    from moved
    -- Which event comes first after one was asked for, this statement may have begun too early to see.
    left join lateral (${nextEventSql("moved", "(event.seq <> moved.seq or moved.outcome = 'none')")}) as head
      on leased and not asked
  ) as after on true`,
);

function rowOf({ lease, attempt, pauseMs = 0, goesOn }: Finished, place: number) {
  const { storeId, webhookId, returnId, fence, head } = lease;
  return {
    storeId,
    webhookId,
    returnId,
    place,
    fence,
    goesOn,
    seq: head?.seq ?? 0,
    tries: (head?.tries ?? 0) + 1,
    number: (head?.attempts ?? 0) + 1,
    ...(attempt ?? { outcome: "none", pauseMs }),
  };
}
