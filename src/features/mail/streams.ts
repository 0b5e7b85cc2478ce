import type { Ctx } from "../../core/ctx.ts";
import type { AcquireResult, Stream } from "../../core/delivery/leases.ts";
import { NOW_MS, UNTIL_LAPSE } from "../../core/delivery/leases.ts";
import { createDueStreams } from "../../core/delivery/stream-table.ts";
import type { MailWordsDocument } from "../../platform/db/documents/mail-words.ts";
import { prepared } from "../../platform/db/prepared.ts";
import type { AnyMailKind } from "./kinds.ts";

/** All mails of a store have one receiver, the mail server; a stream's `returnId` is the id of its row. */
export const MAIL_SERVER = "smtp";

/** The mail that a stream sends next, with the settings of its store; read again for each attempt. */
export type NextMail = {
  seq: number;
  id: string;
  kind: AnyMailKind;
  language: string;
  recipient: string;
  messageId: string;
  words: MailWordsDocument | null;
  secretLink: string | null;
  requestId: string;
  createdAt: string;
  tries: number;
  attempts: number;
  storeName: string;
  from: string | null;
  replyTo: string | null;
};

type Row = { busy: number[] | null; nowMs: number } & (
  | { place: null }
  | { place: number; fence: null; againInMs: number }
  | ({ place: number; fence: string } & (NextMail | { seq: null }))
);

const MAY_SEND = `(stream.is_for_people or coalesce((stores.store_settings #>> '{mail,enabled}')::boolean, false))`;

export const MAIL_STREAMS = createDueStreams({
  ...{ table: "mail_streams", id: "id" },
  ...{ receiver: MAIL_SERVER, maySend: MAY_SEND },
});

/** SQL for the row of a stream, locked; no row when another transaction has locked it. */
export const LOCKED_STREAM = `
  select * from mail_streams where store_id = "storeId" and id = "returnId"
  limit 1 for no key update skip locked`;

/** SQL for the places of the streams that exist but could not be locked. */
export function busyStreams(wanted: string, locked: string): string {
  return `select nullif(array(
    select place from ${wanted}
    where place not in (select place from ${locked}) and exists (select from mail_streams
      where store_id = "storeId" and id = "returnId")
  ), '{}') as places`;
}

/** SQL for the first waiting mail of a stream for which `filter` holds, unless its store may not send it. */
export function nextMailSql(stream: string, filter: string): string {
  return `
    select mail.seq, mail.id, mail.kind, mail.language, mail.recipient, mail.message_id as "messageId", mail.words,
      mail.secret_link as "secretLink", mail.request_id as "requestId", mail.created_at as "createdAt", mail.tries,
      mail.attempts, stores.name as "storeName", stores.store_settings #>> '{mail,from}' as "from",
      stores.store_settings #>> '{mail,replyTo}' as "replyTo"
    from mails as mail join stores on stores.store_id = mail.store_id
    where mail.store_id = ${stream}.store_id and mail.stream_id = ${stream}.id and mail.state = 'waiting'
      and ${filter}
    order by mail.seq limit 1`;
}

/** Acquires the leases of the streams that are due and have no lease. Returns one result per stream. */
export async function acquireMailLeases(
  ctx: Ctx,
  streams: Stream[],
  leaseMs: number,
): Promise<AcquireResult<NextMail>[]> {
  const requestedAt = performance.now();
  const requests = streams.map(({ storeId, returnId }, place) => ({ storeId, returnId, place }));
  const rows = await acquire(ctx.backgroundDb, JSON.stringify(requests), leaseMs);
  const clock = { databaseMs: rows[0]?.nowMs ?? 0, readAt: performance.now() };
  const results: AcquireResult<NextMail>[] = streams.map(() => undefined);
  for (const place of rows[0]?.busy ?? []) results[place] = "busy";
  for (const row of rows) {
    const stream = row.place === null ? undefined : streams[row.place];
    if (row.place === null || !stream) continue;
    if (row.fence === null) results[row.place] = { againInMs: Math.ceil(row.againInMs) };
    else results[row.place] = { ...stream, fence: row.fence, requestedAt, clock, nextEvent: nextMailIn(row) };
  }
  return results;
}

/** Returns the next mail of a row; undefined when the statement did not see one. */
export function nextMailIn(row: NextMail | { seq: null }): NextMail | undefined {
  return row.seq === null ? undefined : row;
}

const acquire = prepared<Row>(
  "mails_acquire",
  `with wanted as (
    select * from json_to_recordset($1::json) as wanted("storeId" text, "returnId" text, place int)
  ), locked as materialized (
    select place, stream.*, clock_timestamp() as now from wanted, lateral (${LOCKED_STREAM}) as stream
  ), leased as (
    update mail_streams as stream set fence = stream.fence + 1, leased_until = ${UNTIL_LAPSE}
    from locked join stores on stores.store_id = locked.store_id and removed_at is null
    where stream.store_id = locked.store_id and stream.id = locked.id and locked.due_at <= locked.now
      and (locked.leased_until is null or locked.leased_until <= locked.now) and ${MAY_SEND}
    returning place, stream.store_id, stream.id, stream.fence
  )
  select busy.places as busy, ${NOW_MS} as "nowMs", lease.*
  from (${busyStreams("wanted", "locked")}) as busy left join (
    select locked.place, leased.fence, (extract(epoch from locked.due_at - locked.now) * 1000)::float8 as "againInMs",
      next_mail.*
    from locked left join leased on leased.place = locked.place
    left join mail_streams as before on before.store_id = leased.store_id and before.id = leased.id
    -- When the fence changed meanwhile, this statement's view of the mails is older than the lease.
    left join lateral (${nextMailSql("leased", "true")}) as next_mail on leased.fence = before.fence + 1
    where leased.place is not null or locked.due_at > locked.now
  ) as lease on true`,
);
