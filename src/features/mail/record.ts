import { type Ctx, inTransaction } from "../../core/ctx.ts";
import { NOW_MS, UNTIL_LAPSE } from "../../core/delivery/leases.ts";
import type { AttemptOfLease, RecordResult } from "../../core/delivery/record-attempts.ts";
import { NOW } from "../../platform/db/now.ts";
import { prepared } from "../../platform/db/prepared.ts";
import { isForPeople } from "./kinds.ts";
import { publishMail } from "./publish-mail.ts";
import { busyStreams, LOCKED_STREAM, type NextMail, nextMailIn, nextMailSql } from "./streams.ts";

type Row = { busy: number[] | null; nowMs: number } & (
  | ({ place: number; fence: string; leased: boolean; againInMs: number | null } & (NextMail | { seq: null }))
  | { place: null }
);

/**
 * Records attempts to send mails and renews or releases their leases, as webhooks' are recorded. Returns one result per
 * attempt.
 */
export async function recordMailAttempts(
  ctx: Ctx,
  attempts: AttemptOfLease<NextMail>[],
  leaseMs: number,
): Promise<RecordResult<NextMail>[]> {
  const requestedAt = performance.now();
  const rows = await inTransaction(ctx, async (tx) => {
    const recorded = await record(tx.db, JSON.stringify(attempts.map(rowOf)), leaseMs);
    for (const row of recorded) {
      const attempt = row.place === null ? undefined : attempts[row.place];
      if (attempt) await publishOutcome(tx, attempt);
    }
    return recorded;
  });
  const clock = { databaseMs: rows[0]?.nowMs ?? 0, readAt: performance.now() };
  const results: RecordResult<NextMail>[] = attempts.map(() => "lost");
  for (const place of rows[0]?.busy ?? []) results[place] = "busy";
  for (const row of rows) {
    const attempt = row.place === null ? undefined : attempts[row.place];
    if (row.place === null || !attempt) continue;
    const { fence, leased, againInMs } = row;
    const lease = { ...attempt.lease, fence, requestedAt, clock, nextEvent: nextMailIn(row) };
    results[row.place] = leased ? { lease } : { againInMs: againInMs ?? undefined };
  }
  return results;
}

/** The event for the store's webhooks is written in the transaction of the outcome. */
async function publishOutcome(tx: Ctx, { lease, attempt }: AttemptOfLease<NextMail>): Promise<void> {
  const { storeId, nextEvent: mail } = lease;
  if (!mail || !attempt || attempt.outcome === "waiting" || isForPeople(mail.kind)) return;
  const type = attempt.outcome === "delivered" ? "sent" : "failed";
  await publishMail(tx, { storeId, requestId: mail.requestId }, mail.id, type);
}

const OF_PEOPLE = "kind in ('invitation', 'sign_in_link', 'password_changed')";

/** The link of a mail to people is gone once it was sent: it signs in. */
const record = prepared<Row>(
  "mails_record",
  `with result as (
    select * from json_to_recordset($1::json) as result("storeId" text, "returnId" text, place int, fence bigint,
      "mailId" text, outcome text, tries int, number int, at timestamptz, error text, answer text, "pauseMs" int,
      "keepsLease" boolean)
  ), held as materialized (
    select result.*, stream.fence as "heldFence", stream.pending,
      -- A mail whose person was erased meanwhile waits no more.
      outcome <> 'none' and exists (select from mails where store_id = "storeId" and id = "mailId"
        and state = 'waiting') as counts
    from result, lateral (${LOCKED_STREAM}) as stream
  ), mine as (
    select *, case when rest > 0 then "pauseMs" end as "againInMs",
      rest > 0 and "keepsLease" and "pauseMs" = 0 and outcome <> 'waiting' as leased
    from held, lateral (select
      pending - (counts and outcome in ('delivered', 'discarded'))::int as rest) as after
    where "heldFence" = fence
  ), written as (
    update mails set state = case outcome when 'delivered' then 'sent' when 'discarded' then 'failed' else state end,
      tries = mine.tries, attempts = number, attempted_at = at, error = mine.error, answer = mine.answer,
      secret_link = case when outcome <> 'delivered' or not ${OF_PEOPLE} then secret_link end,
      finished_at = case when outcome <> 'waiting' then ${NOW} end
    from mine where store_id = "storeId" and id = "mailId" and counts
  ), moved as (
    update mail_streams as stream
    set fence = stream.fence + 1, pending = rest,
      due_at = case when leased then least(stream.due_at, ${NOW})
        else ${NOW} + "againInMs" * interval '1 millisecond' end,
      leased_until = case when leased then ${UNTIL_LAPSE} end
    from mine where store_id = "storeId" and id = "returnId"
    returning place, "mailId", outcome, leased, "againInMs", stream.fence, store_id, id
  )
  select busy.places as busy, ${NOW_MS} as "nowMs", after.*
  from (${busyStreams("result", "held")}) as busy left join (
    select place, fence, leased, "againInMs", next_mail.*
    from moved left join lateral (${nextMailSql("moved", `moved.leased and (mail.id <> moved."mailId" or moved.outcome = 'none')`)})
      as next_mail on true
  ) as after on true`,
);

function rowOf({ lease, attempt, pauseMs = 0, keepsLease }: AttemptOfLease<NextMail>, place: number) {
  const { storeId, returnId, fence, nextEvent } = lease;
  return {
    ...{ storeId, returnId, place, fence, keepsLease },
    mailId: nextEvent?.id ?? "",
    tries: (nextEvent?.tries ?? 0) + 1,
    number: (nextEvent?.attempts ?? 0) + 1,
    ...(attempt ?? { outcome: "none", pauseMs }),
  };
}
