import { type CustomerPatch, PATCH_COLUMNS, patchOf } from "../customers/patch.ts";
import { parseDateTime } from "../lib/date-time.ts";
import { newUuid } from "../lib/ids.ts";
import { searchTerms } from "../lib/search-terms.ts";
import type { CustomEvent } from "./schema.ts";

/** A valid event with its customer patch, as statements take it; absent fields are undefined. */
export type EventRow = CustomerPatch & {
  id: string;
  name: string;
  at: string;
  value?: number | undefined;
  currency?: string | undefined;
  uniqueId?: string | undefined;
  data?: Record<string, unknown> | undefined;
  terms: string;
  received: string;
};

/** The columns of an event, for `json_to_recordset`. */
export const EVENT_COLUMNS = `id uuid, name text, at timestamptz, value double precision, currency text, "uniqueId" text,
  data json, terms tsvector, received timestamptz`;
export const ROW_COLUMNS = `${EVENT_COLUMNS}, ${PATCH_COLUMNS}`;

/** SQL that inserts rows of EVENT_COLUMNS, each with its `customer` in a further column. */
export const STORE_EVENTS = `insert into events (store_id, id, event_name, event_timestamp, value, value_currency, unique_id,
    data, search_terms, received_at, customer_id)
  select $1, id, name, at, value, currency, "uniqueId", data, terms, received, customer`;

/** SQL that holds for an event whose `uniqueId` was accepted before. */
export function isDuplicate(event: string): string {
  return `(${event}."uniqueId" is not null and exists (
    select from event_unique_ids where store_id = $1 and unique_id = ${event}."uniqueId"
  ))`;
}

/** Builds the row of an event; unknown properties are ignored. */
export function rowOf(storeId: string, receivedAt: string, event: CustomEvent): EventRow {
  const data = event.data ? withoutUnset(event.data) : undefined;
  return {
    id: newUuid(),
    name: event.eventName,
    at: (event.eventTimestamp && parseDateTime(event.eventTimestamp)?.toISOString()) || receivedAt,
    value: event.value ?? undefined,
    currency: event.valueCurrency ?? undefined,
    uniqueId: event.uniqueId ?? undefined,
    data,
    terms: data ? searchTerms([storeId, "event", event.eventName], data) : "",
    received: receivedAt,
    ...patchOf(event.customer),
  };
}

/** Returns `data` without unset values: `0`, null and the empty string at the top level. Dates become UTC. */
function withoutUnset(data: Record<string, unknown>): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const key of Object.keys(data)) {
    const value = data[key];
    if (value === null || value === "" || value === 0) continue;
    const stored = typeof value === "string" ? (parseDateTime(value)?.toISOString() ?? value) : value;
    // An assignment would set the prototype.
    if (key === "__proto__") Object.defineProperty(result, key, { value: stored, enumerable: true });
    else result[key] = stored;
  }
  return result;
}
