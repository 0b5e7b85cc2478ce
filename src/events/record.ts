import type { Ctx } from "../ctx.ts";
import type { Profile } from "../customers/profile.ts";
import { patchCustomers } from "../customers/recognise.ts";
import { prepared } from "../db/prepared.ts";
import { parseDateTime } from "../lib/date-time.ts";
import { factWords } from "../lib/facts.ts";
import type { CustomEvent } from "./schema.ts";

/** An event that was accepted: with an id of its own, the stamp of its request and the time at which that came. */
export type AcceptedEvent = { id: string; stamp: number; receivedAt: string; event: CustomEvent };

/** With `row` as the database takes it: made before customers are locked, so that nobody waits for it. */
export type PreparedEvent = Pick<AcceptedEvent, "stamp" | "event"> & { row: string };

/**
 * Stores accepted events of one store and patches their customers, whom the caller has met, in the order given. An event
 * that is stored already is not stored again. The statements are sent at once, in the caller's transaction.
 */
export async function recordEvents(
  ctx: Ctx,
  storeId: string,
  { known, accepted }: { known: Profile[]; accepted: PreparedEvent[] },
): Promise<void> {
  if (accepted.length === 0) return;
  const patches = accepted.map(({ event, stamp }) => ({ given: event.customer, stamp }));
  const { ids, written } = patchCustomers(ctx, storeId, { known, patches });
  const rows = `[${accepted.map(({ row }) => row).join()}]`;
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

/** Everything of an event's row but whose it is. */
export function rowOf(storeId: string, { id, receivedAt, event }: Omit<AcceptedEvent, "stamp">): string {
  const data = event.data && meaningful(event.data);
  const { $extra, ...segmentable } = data ?? {};
  return JSON.stringify({
    id,
    name: event.eventName,
    at: (event.eventTimestamp && parseDateTime(event.eventTimestamp)?.toISOString()) ?? receivedAt,
    value: event.value ?? null,
    currency: event.valueCurrency ?? null,
    uniqueId: event.uniqueId ?? null,
    data: data ?? null,
    facts: factWords([storeId, "event", event.eventName], segmentable),
    received: receivedAt,
  });
}

/** `data` without what counts as unset: `0`, null and the empty text at the top level. Dates are kept in UTC. */
function meaningful(data: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(data)
      .filter(([, value]) => value !== null && value !== "" && value !== 0)
      .map(([key, value]) => [
        key,
        typeof value === "string" ? (parseDateTime(value)?.toISOString() ?? value) : value,
      ]),
  );
}
