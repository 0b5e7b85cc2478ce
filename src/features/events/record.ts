import { type Ctx, withCommit } from "../../core/ctx.ts";
import { arrayText } from "../../platform/db/array-text.ts";
import { preparedByKey, preparedNamed } from "../../platform/db/prepared.ts";
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
  const [recorded] = await recordAll(ctx.db, {
    received: rows[0]?.received,
    senderStores: arrayText(senders, "storeId"),
    senderClients: arrayText(senders, "clientId"),
    lockTimeout: `${lockMs}ms`,
    stores: arrayText(events, "storeId"),
    senders: arrayText(events, "place"),
    ...columnsOf(rows),
  });
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
  if (!rows[0]) return;
  const customers = accepted.map(({ customerId }) => customerId);
  const { received } = rows[0];
  withCommit(ctx, insert(ctx.db, { storeId, received, customers, ...columnsOf(rows) }));
}

/**
 * The ids are claimed in one order, so that two statements can't deadlock. `admitted` limits the wait for a
 * lock first: all rows are read after it.
 */
const recordAll = preparedNamed<{ closed: number[]; stored: string; left: string[] }>(
  "record_known_events",
  `with admitted as materialized (
    select case when set_config('lock_timeout', $lockTimeout, true) is not null then array(
      select sender.id = '' or (
        select revoked_at is null and (expires_at is null or expires_at > $received::timestamptz)
        from api_clients where store_id = sender.store_id and id = sender.id limit 1
      ) is true
      from unnest($senderStores::text[], $senderClients::text[]) as sender(store_id, id)
    ) end as open
  ),
  met as materialized (
    select given.*, $received::timestamptz as received,
      case when ${changesNothing("customer", "given")} then customer.id end as customer
    from ${rowsOfArrays({ storeId: "$stores::text[]", sender: "$senders::int[]" })}
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
  preparedByKey,
);

const insert = preparedNamed(
  "insert_events",
  `${storeEvents()}
   from (select *, $received::timestamptz as received from ${rowsOfArrays({ customer: "$customers::text[]" })}) as row`,
);
