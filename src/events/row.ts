import { type CustomerPatch, PATCH_COLUMNS, patchOf } from "../customers/patch.ts";
import { parseDateTime } from "../lib/date-time.ts";
import { newUuid } from "../lib/ids.ts";
import { searchTerms } from "../lib/search-terms.ts";
import type { CustomEvent } from "./schema.ts";

/** A valid event as the database takes it, with what it says of its customer; what says nothing is left out. */
export type EventRow = CustomerPatch & {
  id: string;
  name: string;
  at: string;
  value?: number | undefined;
  currency?: string | undefined;
  uniqueId?: string | undefined;
  data?: Record<string, unknown> | undefined;
  facts: string;
  received: string;
};

/** The columns of an event that statements take as JSON. */
export const EVENT_COLUMNS = `id uuid, name text, at timestamptz, value double precision, currency text, "uniqueId" text,
  data json, facts tsvector, received timestamptz`;
export const ROW_COLUMNS = `${EVENT_COLUMNS}, ${PATCH_COLUMNS}`;

/** SQL that stores rows of EVENT_COLUMNS, each for the `customer` that it has beside them. */
export const STORE_EVENTS = `insert into events (store_id, id, event_name, event_timestamp, value, value_currency, unique_id,
    data, facts, received_at, customer_id)
  select $1, id, name, at, value, currency, "uniqueId", data, facts, received, customer`;

/** SQL for an event whose `uniqueId` was accepted before: nothing is left to do for it. */
export function isDuplicate(event: string): string {
  return `(${event}."uniqueId" is not null and exists (
    select from event_unique_ids where store_id = $1 and unique_id = ${event}."uniqueId"
  ))`;
}

/** The row of an event that came at a time; unknown members of the event are ignored, whatever is in them. */
export function rowOf(storeId: string, receivedAt: string, event: CustomEvent): EventRow {
  const data = event.data ? meaningful(event.data) : undefined;
  return {
    id: newUuid(),
    name: event.eventName,
    at: (event.eventTimestamp && parseDateTime(event.eventTimestamp)?.toISOString()) || receivedAt,
    value: event.value ?? undefined,
    currency: event.valueCurrency ?? undefined,
    uniqueId: event.uniqueId ?? undefined,
    data,
    facts: data ? searchTerms([storeId, "event", event.eventName], data) : "",
    received: receivedAt,
    ...patchOf(event.customer),
  };
}

/** `data` without what counts as unset: `0`, null and the empty text at the top level. Dates are kept in UTC. */
function meaningful(data: Record<string, unknown>): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  for (const key of Object.keys(data)) {
    const value = data[key];
    if (value === null || value === "" || value === 0) continue;
    const inUtc = typeof value === "string" ? (parseDateTime(value)?.toISOString() ?? value) : value;
    // As a member like any other; an assignment would set the prototype.
    if (key === "__proto__") Object.defineProperty(kept, key, { value: inUtc, enumerable: true });
    else kept[key] = inUtc;
  }
  return kept;
}
