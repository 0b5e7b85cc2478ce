import { type CustomerPatch, PATCH_TYPES, patchOf } from "../customers/patch.ts";
import { parseDateTime } from "../lib/date-time.ts";
import { contactsOf } from "../lib/identifiers.ts";
import { newUuid } from "../lib/ids.ts";
import { mentionTerms } from "../lib/mention-terms.ts";
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

/** Each property of an event's row, with its type in statements and its column in `events`. */
const EVENT = {
  id: ["uuid", "id"],
  name: ["text", "event_name"],
  at: ["timestamptz", "event_timestamp"],
  value: ["double precision", "value"],
  currency: ["text", "value_currency"],
  uniqueId: ["text", "unique_id"],
  data: ["json", "data"],
  terms: ["tsvector", "search_terms"],
  received: ["timestamptz", "received_at"],
} satisfies Record<Exclude<keyof EventRow, keyof CustomerPatch>, [type: string, column: string]>;

const FIELDS = Object.entries(EVENT);
const NAMES = FIELDS.map(([name]) => `"${name}"`).join(", ");
const typed = (fields: typeof FIELDS) => fields.map(([name, [type]]) => `"${name}" ${type}`).join(", ");
const COLUMNS = FIELDS.map(([, [, column]]) => column).join(", ");

/** The properties of an event's row but `received`, with their types. */
const ROW: [name: string, type: string][] = [
  ...FIELDS.filter(([name]) => name !== "received").map(([name, [type]]): [string, string] => [name, type]),
  ...Object.entries(PATCH_TYPES),
];

/**
 * SQL for the rows of events without `received`, from one array per property: parameters from `$first` on, see
 * `columnsOf`. Arrays cost the database half as much as JSON.
 */
export function rowsOfArrays(first: number): string {
  const arrays = ROW.map(([, type], i) => `$${first + i}::${type}[]`).join(", ");
  return `unnest(${arrays}) as given(${ROW.map(([name]) => `"${name}"`).join(", ")})`;
}

/** Returns the parameters for `rowsOfArrays`: an array for each property, null for one that no row has. */
export function columnsOf(rows: EventRow[]): (unknown[] | null)[] {
  return ROW.map(([name, type]) => {
    const values = rows.map((row) => row[name as keyof EventRow]);
    if (values.every((value) => value === undefined)) return null;
    return type.startsWith("json") ? values.map((value) => value && JSON.stringify(value)) : values;
  });
}

/** SQL that inserts events from rows with their properties and the id of their `customer`. */
export const STORE_EVENTS = `insert into events (store_id, ${COLUMNS}, customer_id)
  select $1, ${NAMES}, customer`;

/** SQL for such rows, from a JSON array of events and an array with the customer of each. */
export function eventsWithCustomers(events: string, customers: string): string {
  return `rows from (json_to_recordset(${events}::json) as (${typed(FIELDS)}), unnest(${customers}))
    as row(${NAMES}, customer)`;
}

/**
 * SQL that holds for an event whose `uniqueId` was accepted before. Not `exists`, for which the planner may
 * read all unique ids of the store into a hash table.
 */
export function isDuplicate(event: string): string {
  return `(
    select true from event_unique_ids where store_id = $1 and unique_id = ${event}."uniqueId" limit 1
  ) is true`;
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
    terms: data ? termsOf(storeId, event.eventName, data) : "",
    received: receivedAt,
    ...patchOf(event.customer),
  };
}

/** Returns the search terms of an event: of its values, and of the persons that they name. */
export function termsOf(storeId: string, name: string, data: Record<string, unknown>): string {
  const mentions = mentionTerms(storeId, contactsOf(data));
  const terms = searchTerms([storeId, "event", name], data);
  return mentions === "" ? terms : `${terms} ${mentions}`;
}

/**
 * Returns `data` without unset values: `0`, null and the empty string at the top level. Dates are parsed once,
 * for the search terms and for their text in UTC.
 */
function withoutUnset(data: Record<string, unknown>): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const key of Object.keys(data)) {
    const value = data[key];
    if (value === null || value === "" || value === 0) continue;
    const stored = typeof value === "string" ? (parseDateTime(value) ?? value) : value;
    // An assignment would set the prototype.
    if (key === "__proto__") Object.defineProperty(result, key, { value: stored, enumerable: true });
    else result[key] = stored;
  }
  return result;
}
