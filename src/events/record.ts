import type { Ctx } from "../ctx.ts";
import { changesNothing, matchedBy } from "../customers/known.ts";
import { prepared, preparedByKey } from "../db/prepared.ts";
import { EVENT_COLUMNS, type EventRow, isDuplicate, ROW_COLUMNS, STORE_EVENTS } from "./row.ts";

/** Whether all who sent events may; how many events were stored; and the ids of those that are left to do. */
export type Recorded = { open: boolean; stored: number; left: string[] };

/**
 * Stores those of new events of a store that say nothing new of their customer, which takes no lock of one. One whose `uniqueId` is
 * taken is not stored. Nothing is stored when one of the API clients that sent them is none any more. One statement, and a
 * transaction of its own. Of several rows with one `uniqueId` the caller gives the first.
 */
export async function recordKnown(
  ctx: Ctx,
  storeId: string,
  { clientIds, rows }: { clientIds: string[]; rows: EventRow[] },
): Promise<Recorded> {
  const [recorded] = await recordAll(ctx.db, storeId, JSON.stringify(rows), clientIds);
  const { open = false, stored = 0, left = [] } = recorded ?? {};
  return { open, stored: Number(stored), left };
}

/** Stores accepted events, each with the id of its customer; the statement is sent at once, in the caller's transaction. */
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

/** The ids are claimed in one order, so that two statements never wait for each other. */
const recordAll = preparedByKey<Recorded>(
  "record_known_events",
  `with admitted as materialized (
    select count(*) = cardinality($3::text[]) as open
    from api_clients where store_id = $1 and id = any($3::text[]) and revoked_at is null
  ),
  given as materialized (
    select * from json_to_recordset($2::json) as given(${ROW_COLUMNS}) where (select open from admitted)
  ),
  known as materialized (
    select given.*, customer.id as customer
    from given cross join lateral ${matchedBy("given", "*")} as customer
    where ${changesNothing("customer", "given")}
  ),
  claimed as (
    insert into event_unique_ids (store_id, unique_id)
    select $1, "uniqueId" from known where "uniqueId" is not null order by "uniqueId" collate "C"
    on conflict do nothing returning unique_id
  ),
  stored as (
    ${STORE_EVENTS} from known
    where "uniqueId" is null or "uniqueId" in (select unique_id from claimed) returning id
  )
  select (select open from admitted) as open, (select count(*) from stored) as stored,
    array(select id from given where id not in (select id from known) and not ${isDuplicate("given")}) as left`,
);

const insert = prepared(
  "insert_events",
  `${STORE_EVENTS}
   from rows from (json_to_recordset($2::json) as (${EVENT_COLUMNS}), unnest($3::text[]))
     as row(id, name, at, value, currency, "uniqueId", data, facts, received, customer)`,
);
