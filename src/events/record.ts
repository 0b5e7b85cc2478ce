import type { Ctx } from "../ctx.ts";
import type { Profile } from "../customers/profile.ts";
import { patchCustomers } from "../customers/recognise.ts";
import { prepared } from "../db/prepared.ts";
import { type EventRow, givenOf } from "./row.ts";

/** An event that was accepted, with the stamp of its request. */
export type AcceptedEvent = { stamp: number; row: EventRow };

/**
 * Stores accepted events of one store and patches their customers, whom the caller has met, in the order given. An event
 * that is stored already is not stored again. The statements are sent at once, in the caller's transaction.
 */
export async function recordEvents(
  ctx: Ctx,
  storeId: string,
  { known, accepted }: { known: Profile[]; accepted: AcceptedEvent[] },
): Promise<void> {
  if (accepted.length === 0) return;
  const patches = accepted.map(({ row, stamp }) => ({ given: givenOf(row), stamp }));
  const { ids, written } = patchCustomers(ctx, storeId, { known, patches });
  const rows = JSON.stringify(accepted.map(({ row }) => row));
  await Promise.all([written, insert(ctx.db, storeId, rows, ids)]);
}

const insert = prepared(
  "insert_events",
  `insert into events (store_id, id, event_name, event_timestamp, value, value_currency, unique_id, data, facts,
     received_at, customer_id)
   select $1, id, name, at, value, currency, "uniqueId", data, facts::tsvector, received, customer
   from rows from (
     json_to_recordset($2::json) as (id uuid, name text, at timestamptz, value double precision, currency text,
       "uniqueId" text, data json, facts text, received timestamptz),
     unnest($3::text[])
   ) as row(id, name, at, value, currency, "uniqueId", data, facts, received, customer)
   on conflict (store_id, id) do nothing`,
);
