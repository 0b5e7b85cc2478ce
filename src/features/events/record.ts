import { type Ctx, withCommit } from "../../core/ctx.ts";
import { arrayText } from "../../platform/db/array-text.ts";
import { prepared, preparedByKey } from "../../platform/db/prepared.ts";
import { changesNothing, matchedBy } from "../customers/unchanged.ts";
import { columnsOf, type EventRow, isDuplicate, rowsOfArrays, storeEvents } from "./row.ts";

/** A client. A person, who has no client that may have been revoked since, has an empty `clientId`. */
export type Sender = { storeId: string; clientId: string };

/** An event; `place` is that of its sender, from 1. */
export type PlacedEvent = { row: EventRow; storeId: string; place: number };

/**
 * `closed`: the places of the senders that are revoked or have expired. `stored`: how many events were stored.
 * `left`: the ids of the events for the slow path.
 */
export type Recorded = { closed: Set<number>; stored: number; left: Set<string> };

/**
 * Stores the events of any stores that change no profile, without locking customers. Duplicates by `uniqueId`
 * are not stored; of several rows of a store with one `uniqueId` the caller passes the first. Events of clients
 * that are revoked or have expired are ignored. All rows were received at the same time. One statement, its own
 * transaction; throws when it has to wait longer than `lockMs` for another transaction.
 */
export async function recordUnchanged(
  ctx: Ctx,
  senders: Sender[],
  events: PlacedEvent[],
  lockMs: number,
): Promise<Recorded> {
  const rows = events.map(({ row }) => row);
  const [recorded] = await recordAll(
    ctx.db,
    rows[0]?.received,
    arrayText(senders, "storeId"),
    arrayText(senders, "clientId"),
    `${lockMs}ms`,
    arrayText(events, "storeId"),
    arrayText(events, "place"),
    ...columnsOf(rows),
  );
  const { closed, stored = 0, left } = recorded ?? {};
  return { closed: new Set(closed), stored: Number(stored), left: new Set(left) };
}

/**
 * Stores accepted events with the ids of their customers, in the caller's transaction. All rows were received at the
 * same time.
 */
export function recordEvents(
  ctx: Ctx,
  storeId: string,
  accepted: { row: EventRow; customerId: string }[],
): void {
  const rows = accepted.map(({ row }) => row);
  const customers = accepted.map(({ customerId }) => customerId);
  if (rows[0]) withCommit(ctx, insert(ctx.db, storeId, rows[0].received, customers, ...columnsOf(rows)));
}

/**
 * The ids are claimed in one order, so that two statements can't deadlock. `admitted` limits the wait for a
 * lock first: all rows are read after it.
 */
const recordAll = preparedByKey<{ closed: number[]; stored: string; left: string[] }>(
  "record_known_events",
  `with admitted as materialized (
    select case when set_config('lock_timeout', $4, true) is not null then array(
      select sender.id = '' or (
        select revoked_at is null and (expires_at is null or expires_at > $1::timestamptz)
        from api_clients where store_id = sender.store_id and id = sender.id limit 1
      ) is true
      from unnest($2::text[], $3::text[]) as sender(store_id, id)
    ) end as open
  ),
  met as materialized (
    select given.*, $1::timestamptz as received,
      case when ${changesNothing("customer", "given")} then customer.id end as customer
    from ${rowsOfArrays(7, { storeId: "$5::text[]", sender: "$6::int[]" })}
    left join lateral ${matchedBy("given", "*", 'given."storeId"')} as customer on true
    where (select open from admitted)[given.sender]
  ),
  claimed as (
    insert into event_unique_ids (store_id, unique_id)
    select "storeId", "uniqueId" from met where customer is not null and "uniqueId" is not null
    order by "storeId" collate "C", "uniqueId" collate "C"
    on conflict do nothing returning store_id, unique_id
  ),
  stored as (
    ${storeEvents('"storeId"')} from met
    where customer is not null
      and ("uniqueId" is null or ("storeId", "uniqueId") in (select store_id, unique_id from claimed))
    returning id
  )
  select array_positions((select open from admitted), false) as closed, (select count(*) from stored) as stored,
    array(select id from met where customer is null and not ${isDuplicate("met", 'met."storeId"')}) as left`,
);

const insert = prepared(
  "insert_events",
  `${storeEvents()}
   from (select *, $2::timestamptz as received from ${rowsOfArrays(4, { customer: "$3::text[]" })}) as row`,
);
