import { type Ctx, inTransaction } from "../ctx.ts";
import { prepared } from "../db/prepared.ts";

/** One return as one webhook sees it: what is delivered in order. */
export type Stream = { storeId: string; webhookId: string; returnId: string };

/** The event that a subject sends next, and where to; read anew for each attempt. */
export type NextEvent = {
  seq: number;
  id: string;
  requestId: string;
  /** Attempts since it became pending, and all that there ever were. */
  tries: number;
  attempts: number;
  /** Null when it is so large that it is read only to be sent. */
  body: string | null;
  bodyBytes: number;
  payloadId: string;
  url: string;
  token: string | null;
  signingSecret: string;
  previousSigningSecret: string | null;
};

/** The right to send a subject's events. Who was overtaken finds another fence there, and writes nothing. */
export type Lease = Stream & {
  fence: string;
  /** When it was asked for, by this process's own clock. */
  askedAt: number;
  /** What the database's clock said when this process's own said `readAt`. */
  clock: { databaseMs: number; readAt: number };
  /** Absent when the event had not been seen yet by the statement that took the lease. */
  head: NextEvent | undefined;
};

/**
 * `busy`: another transaction is writing the subject, so that nothing is known about it. `againInMs`: it is due only then.
 * Undefined: it has nothing to send, or another process has its lease.
 */
export type Taken = Lease | "busy" | { againInMs: number } | undefined;

type Row = { busy: number[] | null; nowMs: number } & (
  | { place: null }
  | { place: number; fence: null; againInMs: number }
  | ({ place: number; fence: string } & (NextEvent | { seq: null }))
);

/** Of payloads of up to this size hundreds are read with their events. */
const MAX_BODY_BYTES = 32 * 1024;
/** How long a lease lasts beyond the longest attempt. */
const GRACE_MS = 5_000;

export function leaseMs({ config }: Pick<Ctx, "config">): number {
  return config.webhookTimeoutMs + GRACE_MS;
}

/** Takes the leases of those of the subjects that have something to send now and that nobody else has. */
export async function acquireLeases(ctx: Ctx, subjects: Stream[]): Promise<Taken[]> {
  const askedAt = performance.now();
  const wanted = JSON.stringify(subjects.map((subject, place) => ({ ...subject, place })));
  const rows = await byIndex(ctx, (db) => take(db, wanted, leaseMs(ctx)));
  const clock = { databaseMs: rows[0]?.nowMs ?? 0, readAt: performance.now() };
  const all: Taken[] = subjects.map(() => undefined);
  for (const place of rows[0]?.busy ?? []) all[place] = "busy";
  for (const row of rows) {
    const subject = row.place === null ? undefined : subjects[row.place];
    if (row.place === null || !subject) continue;
    if (row.fence === null) all[row.place] = { againInMs: Math.ceil(row.againInMs) };
    else all[row.place] = { ...subject, fence: row.fence, askedAt, clock, head: nextEventIn(row) };
  }
  return all;
}

/** The present by the database's clock, as far as a lease knows it. */
export function nowOf({ clock }: Pick<Lease, "clock">): Date {
  return new Date(clock.databaseMs + performance.now() - clock.readAt);
}

export function keyOf({ storeId, webhookId, returnId }: Stream): string {
  return `${storeId}/${webhookId}/${returnId}`;
}

/**
 * One statement of look-ups by index: its plan is made once per connection, when there may be little, and kept while there
 * gets more. Should this process freeze before its commit, the rows are free again after some seconds.
 */
export async function byIndex<Row>(ctx: Ctx, run: (db: Ctx["db"]) => Promise<Row[]>): Promise<Row[]> {
  return inTransaction(ctx, async ({ db }) => {
    const [, rows] = await Promise.all([settle(db), run(db)]);
    return rows;
  });
}

const settle = prepared(
  "webhooks_settle",
  `select set_config('enable_seqscan', 'off', true), set_config('plan_cache_mode', 'force_generic_plan', true),
     set_config('idle_in_transaction_session_timeout', '5s', true)`,
);

/** The first pending event of a subject for which `filter` holds, while its webhook is there. */
export function nextEventSql(subject: string, filter: string): string {
  return `
    select event.seq, event.id, event.request_id as "requestId", event.tries, event.attempts,
      case when octet_length(payload.body) <= ${MAX_BODY_BYTES} then payload.body end as body,
      octet_length(payload.body) as "bodyBytes", payload.id as "payloadId", hook.url,
      hook.token, hook.signing_secret as "signingSecret", case when
        hook.previous_signing_secret_until > clock_timestamp() then hook.previous_signing_secret
        end as "previousSigningSecret"
    from webhook_events as event
    join webhook_payloads as payload on payload.store_id = event.store_id and payload.id = event.payload_id
    join webhooks as hook on hook.store_id = event.store_id and hook.id = event.webhook_id and hook.deleted_at is null
    where event.store_id = ${subject}.store_id and event.webhook_id = ${subject}.webhook_id
      and event.return_id = ${subject}.return_id and event.state = 'pending' and ${filter}
    order by event.seq limit 1`;
}

/** A subject's row, locked: one look-up each, and none of those that somebody is writing. */
export const LOCKED = `
  select * from webhook_subjects
  where store_id = "storeId" and webhook_id = "webhookId" and return_id = "returnId"
  limit 1 for no key update skip locked`;

/** The places of the subjects that are there, but not among the locked: somebody else is writing them. */
export function busyOf(wanted: string, locked: string): string {
  return `select nullif(array(
    select place from ${wanted}
    where place not in (select place from ${locked}) and exists (select from webhook_subjects
      where store_id = "storeId" and webhook_id = "webhookId" and return_id = "returnId")
  ), '{}') as places`;
}

export const NOW_MS = "(extract(epoch from clock_timestamp()) * 1000)::float8";
export const UNTIL_LAPSE = "clock_timestamp() + $2::int * interval '1 millisecond'";

const take = prepared<Row>(
  "webhooks_take",
  `with wanted as (
    select * from json_to_recordset($1::json)
      as wanted("storeId" text, "webhookId" text, "returnId" text, place int)
  ), locked as materialized (
    select place, subject.*, clock_timestamp() as now from wanted, lateral (${LOCKED}) as subject
  ), taken as (
    update webhook_subjects as subject
    set fence = subject.fence + 1, leased_until = ${UNTIL_LAPSE}, redelivered = null
    from locked
    where subject.store_id = locked.store_id and subject.webhook_id = locked.webhook_id
      and subject.return_id = locked.return_id and locked.due_at <= locked.now
      and (locked.leased_until is null or locked.leased_until <= locked.now)
      and exists (select from webhooks
        where store_id = locked.store_id and id = locked.webhook_id and deleted_at is null)
    returning place, subject.store_id, subject.webhook_id, subject.return_id, subject.fence
  )
  select busy.places as busy, ${NOW_MS} as "nowMs", lease.*
  from (${busyOf("wanted", "locked")}) as busy left join (
    select locked.place, taken.fence, (extract(epoch from locked.due_at - locked.now) * 1000)::float8 as "againInMs", head.*
    from locked left join taken on taken.place = locked.place
    left join webhook_subjects as before on before.store_id = taken.store_id
      and before.webhook_id = taken.webhook_id and before.return_id = taken.return_id
    -- Where another fence was there before, what this statement sees of the events is older than the lease.
    left join lateral (${nextEventSql("taken", "true")}) as head on taken.fence = before.fence + 1
    where taken.place is not null or locked.due_at > locked.now
  ) as lease on true`,
);

export function nextEventIn(row: NextEvent | { seq: null }): NextEvent | undefined {
  if (row.seq === null) return undefined;
  const { seq, id, requestId, tries, attempts, body, bodyBytes, payloadId, ...to } = row;
  const { url, token, signingSecret, previousSigningSecret } = to;
  const event = { seq, id, requestId, tries, attempts, body, bodyBytes, payloadId };
  return { ...event, url, token, signingSecret, previousSigningSecret };
}
