import { prepared } from "../../platform/db/prepared.ts";
import type { Ctx } from "../ctx.ts";

/** One return at one webhook, whose events are delivered in order. That of a mail is described in `features/mail`. */
export type Stream = { storeId: string; webhookId: string; returnId: string };

/** The event that a stream sends next, and its receiver; read again for each attempt. */
export type NextEvent = {
  seq: number;
  id: string;
  requestId: string;
  /** The trace of that request, as headers. */
  traceparent: string | null;
  tracestate: string | null;
  /** `tries` are the attempts since it last became pending, `attempts` all of them. */
  tries: number;
  attempts: number;
  /** Null when it is too large to be read before it is sent. */
  body: string | null;
  bodyBytes: number;
  payloadId: string;
  url: string;
  token: string | null;
  signingSecret: string;
  previousSigningSecret: string | null;
  /** Whether the webhook's last attempt has failed. */
  isFailing: boolean;
};

/**
 * The right to send a stream's events. A holder whose lease lapsed finds another fence and writes nothing.
 */
export type Lease<Event = NextEvent> = Stream & {
  fence: string;
  /** When the lease was requested, by this process's clock. */
  requestedAt: number;
  /** The database's clock at `readAt` of this process's clock. */
  clock: { databaseMs: number; readAt: number };
  /** Undefined when the statement that acquired the lease did not see the event yet. */
  nextEvent: Event | undefined;
};

/**
 * `busy`: another transaction has locked the stream. `againInMs`: when it is due. Undefined: nothing is
 * pending, or another process holds the lease.
 */
export type AcquireResult<Event = NextEvent> = Lease<Event> | "busy" | { againInMs: number } | undefined;

type Row = { busy: number[] | null; nowMs: number } & (
  | { place: null }
  | { place: number; fence: null; againInMs: number }
  | ({ place: number; fence: string } & (NextEvent | { seq: null }))
);

/** Larger payloads are not read with their events: hundreds of events are read together. */
const MAX_BODY_BYTES = 32 * 1024;
/** How long a lease lasts beyond the longest possible attempt. */
const GRACE_MS = 5_000;

/** Returns how long a lease lasts. */
export function leaseMs({ config }: Pick<Ctx, "config">): number {
  return config.webhookTimeoutMs + GRACE_MS;
}

/** Acquires the leases of the streams that are due and have no lease. Returns one result per stream. */
export async function acquireLeases(ctx: Ctx, streams: Stream[], leaseMs: number): Promise<AcquireResult[]> {
  const requestedAt = performance.now();
  const requests = JSON.stringify(streams.map((stream, place) => ({ ...stream, place })));
  const rows = await acquire(ctx.backgroundDb, requests, leaseMs);
  const clock = { databaseMs: rows[0]?.nowMs ?? 0, readAt: performance.now() };
  const results: AcquireResult[] = streams.map(() => undefined);
  for (const place of rows[0]?.busy ?? []) results[place] = "busy";
  for (const row of rows) {
    const stream = row.place === null ? undefined : streams[row.place];
    if (row.place === null || !stream) continue;
    if (row.fence === null) results[row.place] = { againInMs: Math.ceil(row.againInMs) };
    else
      results[row.place] = { ...stream, fence: row.fence, requestedAt, clock, nextEvent: nextEventIn(row) };
  }
  return results;
}

/** The current time by the database's clock. */
export function nowOf({ clock }: Pick<Lease, "clock">): Date {
  return new Date(clock.databaseMs + performance.now() - clock.readAt);
}

/** Returns a key that is unique per stream. */
export function streamKey({ storeId, webhookId, returnId }: Stream): string {
  return `${storeId}/${webhookId}/${returnId}`;
}

/** SQL for the first pending event of a stream for which `filter` holds, unless its webhook is deleted or disabled. */
export function nextEventSql(stream: string, filter: string): string {
  return `
    select event.seq, event.id, event.request_id as "requestId", event.traceparent, event.tracestate, event.tries,
      event.attempts,
      case when octet_length(payload.body) <= ${MAX_BODY_BYTES} then payload.body end as body,
      octet_length(payload.body) as "bodyBytes", payload.id as "payloadId", hook.url,
      hook.token, hook.signing_secret as "signingSecret", case when
        hook.previous_signing_secret_until > clock_timestamp() then hook.previous_signing_secret
        end as "previousSigningSecret", hook.failing_since is not null as "isFailing"
    from webhook_events as event
    join webhook_payloads as payload on payload.store_id = event.store_id and payload.id = event.payload_id
    join webhooks as hook on hook.store_id = event.store_id and hook.id = event.webhook_id
      and hook.deleted_at is null and hook.disabled_at is null
    where event.store_id = ${stream}.store_id and event.webhook_id = ${stream}.webhook_id
      and event.return_id = ${stream}.return_id and event.state = 'pending' and ${filter}
    order by event.seq limit 1`;
}

/** SQL for a stream's row, locked; no row when another transaction has locked it. */
export const LOCKED = `
  select * from webhook_streams
  where store_id = "storeId" and webhook_id = "webhookId" and return_id = "returnId"
  limit 1 for no key update skip locked`;

/** SQL for the places of the streams that exist but could not be locked. */
export function busyOf(wanted: string, locked: string): string {
  return `select nullif(array(
    select place from ${wanted}
    where place not in (select place from ${locked}) and exists (select from webhook_streams
      where store_id = "storeId" and webhook_id = "webhookId" and return_id = "returnId")
  ), '{}') as places`;
}

export const NOW_MS = "(extract(epoch from clock_timestamp()) * 1000)::float8";
export const UNTIL_LAPSE = "clock_timestamp() + $2::int * interval '1 millisecond'";

const acquire = prepared<Row>(
  "webhooks_acquire",
  `with wanted as (
    select * from json_to_recordset($1::json)
      as wanted("storeId" text, "webhookId" text, "returnId" text, place int)
  ), locked as materialized (
    select place, stream.*, clock_timestamp() as now from wanted, lateral (${LOCKED}) as stream
  ), leased as (
    update webhook_streams as stream
    set fence = stream.fence + 1, leased_until = ${UNTIL_LAPSE}, redelivered = null
    from locked
    where stream.store_id = locked.store_id and stream.webhook_id = locked.webhook_id
      and stream.return_id = locked.return_id and locked.due_at <= locked.now
      and (locked.leased_until is null or locked.leased_until <= locked.now)
      and exists (select from webhooks
        where store_id = locked.store_id and id = locked.webhook_id and deleted_at is null and disabled_at is null)
    returning place, stream.store_id, stream.webhook_id, stream.return_id, stream.fence
  )
  select busy.places as busy, ${NOW_MS} as "nowMs", lease.*
  from (${busyOf("wanted", "locked")}) as busy left join (
    select locked.place, leased.fence, (extract(epoch from locked.due_at - locked.now) * 1000)::float8 as "againInMs",
      next_event.*
    from locked left join leased on leased.place = locked.place
    left join webhook_streams as before on before.store_id = leased.store_id
      and before.webhook_id = leased.webhook_id and before.return_id = leased.return_id
    -- When the fence changed meanwhile, this statement's view of the events is older than the lease.
    left join lateral (${nextEventSql("leased", "true")}) as next_event on leased.fence = before.fence + 1
    where leased.place is not null or locked.due_at > locked.now
  ) as lease on true`,
);

/** Returns the next event of a row; undefined when the statement did not see one. */
export function nextEventIn(row: NextEvent | { seq: null }): NextEvent | undefined {
  if (row.seq === null) return undefined;
  const { seq, id, requestId, traceparent, tracestate, tries, attempts, ...rest } = row;
  const { body, bodyBytes, payloadId, url, token, signingSecret, previousSigningSecret, isFailing } = rest;
  const event = { seq, id, requestId, traceparent, tracestate, tries, attempts, body, bodyBytes, payloadId };
  return { ...event, url, token, signingSecret, previousSigningSecret, isFailing };
}
