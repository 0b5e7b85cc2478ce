import type { Ctx } from "../ctx.ts";
import { prepared, preparedByKey } from "../db/prepared.ts";
import type { EventRow } from "./row.ts";

/** Whether all who sent events may; how many events were stored; and the ids of those that were left alone. */
type Recorded = { open: boolean; stored: number; left: string[] };

/** What was left alone of a batch that is kept no more: the ids, and the batch as it was kept. */
export type Remainder = { stamp: string; events: string; left: string[] };

/**
 * Stores the familiar ones of new events of a store: those that say nothing of their customer that is not known already. Neither
 * a customer is locked nor a stamp written for them: no older request waits that might say otherwise, and a later one has the
 * greater stamp anyhow. One whose `uniqueId` is taken is not stored. Nothing is stored when one of the API clients that sent them is
 * none any more. One statement, and a transaction of its own.
 */
export async function recordFamiliar(
  ctx: Ctx,
  storeId: string,
  { clientIds, rows }: { clientIds: string[]; rows: EventRow[] },
): Promise<Recorded> {
  const [recorded] = await record(ctx.db, storeId, JSON.stringify(rows), clientIds);
  const { open = false, stored = 0, left = [] } = recorded ?? {};
  return { open, stored: Number(stored), left };
}

/**
 * Takes kept batches of a store, in the transaction that records them, and stores their familiar events; what remains is the
 * caller's to record. Batches are gone when, and only when, their events are stored: a job that did its work but not its
 * ending finds nothing, and patches nobody again. Of a store one transaction does this at a time, mostly in the order in which
 * requests came, so that few batches find an older one that waits.
 */
export async function recordFamiliarOfBatches(
  ctx: Ctx,
  storeId: string,
  batches: string[],
): Promise<Remainder[]> {
  const [, remainders] = await Promise.all([
    takeTurn(ctx.db, `events ${storeId}`),
    recordBatches(ctx.db, storeId, batches),
  ]);
  return remainders;
}

const COLUMNS = `id uuid, name text, at timestamptz, value double precision, currency text, "uniqueId" text, data json,
  facts tsvector, received timestamptz, "customerId" text, email text, "emailKey" text, "phoneNumber" text,
  "firstName" text, "lastName" text, location jsonb, "customFields" jsonb`;

/**
 * Of the `given` the familiar ones, each with its customer: the one with the identifier that decides. Where one event says something
 * new of a customer all of that customer's are left, for their order counts. The limits keep the planner from reading all
 * customers of a store at once.
 */
const familiarUnless = (anOlderWaits: string) => `
  met as materialized (
    select given.*, customer.id as customer, (
      (given.email is null or given.email = customer.email)
      and (given."phoneNumber" is null or given."phoneNumber" = customer.phone_number)
      and (given."firstName" is null or given."firstName" = customer.first_name)
      and (given."lastName" is null or given."lastName" = customer.last_name)
      and (given.location is null or customer.location @> given.location)
      and (given."customFields" is null or customer.custom_fields @> given."customFields")
    ) is true as repeats
    from given cross join lateral (
      (select * from customers where store_id = $1 and id = given."customerId" limit 1)
      union all (
        select * from customers
        where given."customerId" is null
          and store_id collate "C" = $1 and email_key collate "C" = given."emailKey" limit 1
      )
      union all (
        select * from customers
        where given."customerId" is null and given."emailKey" is null
          and store_id collate "C" = $1 and phone_number collate "C" = given."phoneNumber" limit 1
      )
    ) as customer
  ),
  familiar as materialized (
    select * from met
    where not exists (select from met as news where news.customer = met.customer and not news.repeats)
      and not ${anOlderWaits}
  )`;

const STORE = `insert into events (store_id, id, event_name, event_timestamp, value, value_currency, unique_id, data, facts,
    received_at, customer_id)
  select $1, id, name, at, value, currency, "uniqueId", data, facts, received, customer from familiar`;

/** The ids are claimed in one order, so that two statements never wait for each other. */
const record = preparedByKey<Recorded>(
  "record_familiar_events",
  `with admitted as materialized (
    select count(*) = cardinality($3::text[]) as open
    from api_clients where store_id = $1 and id = any($3::text[]) and revoked_at is null
  ),
  given as materialized (
    select * from json_to_recordset($2::json) as given(${COLUMNS}) where (select open from admitted)
  ),
  ${familiarUnless("exists (select from event_batches where store_id = $1)")},
  claimed as (
    insert into event_unique_ids (store_id, unique_id)
    select $1, "uniqueId" from familiar where "uniqueId" is not null order by "uniqueId" collate "C"
    on conflict do nothing returning unique_id
  ),
  stored as (
    ${STORE} where "uniqueId" is null or "uniqueId" in (select unique_id from claimed) returning id
  )
  select (select open from admitted) as open, (select count(*) from stored) as stored,
    array(select id from given where id not in (select id from familiar)) as left`,
);

const takeTurn = prepared(
  "take_turn",
  `select set_config('enable_seqscan', 'off', true), set_config('plan_cache_mode', 'force_generic_plan', true),
     pg_advisory_xact_lock(hashtextextended($1, 0))`,
);

const recordBatches = prepared<Remainder>(
  "record_familiar_batches",
  `with taken as materialized (
    delete from event_batches where store_id = $1 and id = any($2::uuid[]) returning id, stamp, events
  ),
  given as materialized (
    select taken.id as batch, row.* from taken, json_to_recordset(taken.events::json) as row(${COLUMNS})
  ),
  ${familiarUnless(`exists (select from event_batches where store_id = $1 and stamp < (select max(stamp) from taken)
    and id <> all($2::uuid[]))`)},
  stored as (${STORE}),
  remaining as (
    select batch, array_agg(id) as left from given where id not in (select id from familiar) group by batch
  )
  select stamp, events, "left" from taken join remaining on remaining.batch = taken.id order by stamp`,
);
