import type { Ctx } from "../ctx.ts";
import { changesNothing, matchedBy } from "../customers/unchanged.ts";
import { prepared, preparedByKey } from "../db/prepared.ts";
import {
  columnsOf,
  type EventRow,
  eventsWithCustomers,
  isDuplicate,
  rowsOfArrays,
  STORE_EVENTS,
} from "./row.ts";

/**
 * `open`: whether all clients are authorized. `stored`: how many events were stored. `left`: the ids of the
 * events for the slow path.
 */
export type Recorded = { open: boolean; stored: number; left: string[] };

/**
 * Stores the events that change no profile, without locking customers. Duplicates by `uniqueId` are not
 * stored; of several rows with one `uniqueId` the caller passes the first. Stores nothing when a client is
 * revoked. All rows were received at `receivedAt`. One statement, its own transaction.
 */
export async function recordUnchanged(
  ctx: Ctx,
  storeId: string,
  { clientIds, receivedAt, rows }: { clientIds: string[]; receivedAt: string; rows: EventRow[] },
): Promise<Recorded> {
  const [recorded] = await recordAll(ctx.db, storeId, clientIds, receivedAt, ...columnsOf(rows));
  const { open = false, stored = 0, left = [] } = recorded ?? {};
  return { open, stored: Number(stored), left };
}

/**
 * Stores accepted events with the ids of their customers; the statement is sent at once, in the caller's
 * transaction.
 */
export async function recordEvents(
  ctx: Ctx,
  storeId: string,
  accepted: { row: EventRow; customerId: string }[],
): Promise<void> {
  if (accepted.length === 0) return;
  const rows = JSON.stringify(accepted.map(({ row }) => row));
  await insert(
    ctx.db,
    storeId,
    rows,
    accepted.map(({ customerId }) => customerId),
  );
}

/** The ids are claimed in one order, so that two statements can't deadlock. */
const recordAll = preparedByKey<Recorded>(
  "record_known_events",
  `with admitted as materialized (
    select count(*) = cardinality($2::text[]) as open
    from api_clients where store_id = $1 and id = any($2::text[]) and revoked_at is null
  ),
  met as materialized (
    select given.*, $3::timestamptz as received,
      case when ${changesNothing("customer", "given")} then customer.id end as customer
    from ${rowsOfArrays(4)}
    left join lateral ${matchedBy("given", "*")} as customer on true
    where (select open from admitted)
  ),
  claimed as (
    insert into event_unique_ids (store_id, unique_id)
    select $1, "uniqueId" from met where customer is not null and "uniqueId" is not null
    order by "uniqueId" collate "C"
    on conflict do nothing returning unique_id
  ),
  stored as (
    ${STORE_EVENTS} from met
    where customer is not null and ("uniqueId" is null or "uniqueId" in (select unique_id from claimed))
    returning id
  )
  select (select open from admitted) as open, (select count(*) from stored) as stored,
    array(select id from met where customer is null and not ${isDuplicate("met")}) as left`,
);

const insert = prepared(
  "insert_events",
  `${STORE_EVENTS}
   from ${eventsWithCustomers("$2", "$3::text[]")}`,
);
