import { contactsOf, mentionTerms } from "../../core/persons/identifiers.ts";
import { parseDateTime } from "../../lib/date-time.ts";
import { newUuid } from "../../lib/ids.ts";
import { searchTerms } from "../../lib/search-terms.ts";
import { arrayText } from "../../platform/db/array-text.ts";
import { type CustomerPatch, PATCH_TYPES, patchOf } from "../customers/patch.ts";
import type { CustomEvent } from "./schema.ts";

/**
 * A valid event with its customer patch, as statements take it; absent fields are undefined, `data` is JSON text.
 */
export type EventRow = CustomerPatch & {
  id: string;
  name: string;
  at: string;
  value?: number | undefined;
  currency?: string | undefined;
  uniqueId?: string | undefined;
  data?: string | undefined;
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
const COLUMNS = FIELDS.map(([, [, column]]) => column).join(", ");

/** The properties of a row but `received`, with their types. */
const ROW: [name: string, type: string][] = [
  ...FIELDS.filter(([name]) => name !== "received").map(([name, [type]]): [string, string] => [name, type]),
  ...Object.entries(PATCH_TYPES),
];

/**
 * SQL for the rows of events without `received`, from one array per property, the parameters that `columnsOf` returns;
 * and with `more` columns, named after the properties of `more`. Arrays cost the database half as much as JSON.
 */
export function rowsOfArrays(more: Record<string, string>): string {
  const columns = [...ROW.map(([name, type]) => [name, `$${name}::${type}[]`]), ...Object.entries(more)];
  const names = columns.map(([name]) => `"${name}"`).join(", ");
  return `unnest(${columns.map(([, array]) => array).join(", ")}) as given(${names})`;
}

/** Returns the parameters for `rowsOfArrays`: an array for each property, null for one that no row has. */
export function columnsOf(rows: EventRow[]): Record<string, string | null> {
  const columns: Record<string, string | null> = {};
  for (const [name] of ROW) columns[name] = arrayText(rows, name as keyof EventRow);
  return columns;
}

/** SQL that inserts events from rows with their properties and the id of their `customer`. */
export function storeEvents(storeId = "$1"): string {
  return `insert into events (store_id, ${COLUMNS}, customer_id) select ${storeId}, ${NAMES}, customer`;
}

/** SQL for an event as a batch holds it, from a row with its properties. */
export const BATCHED_EVENT = `row(${NAMES})::batched_event`;

/** SQL for a lateral join with the events of a row of `event_batches` and the customer of each. */
export function eventsOfBatch(batch: string): string {
  return `rows from (unnest(${batch}.batched_events), unnest(${batch}.customers)) as event(${NAMES}, customer)`;
}

/**
 * SQL that holds for an event whose `uniqueId` was accepted before. Not `exists`, for which the planner may
 * read all unique ids of the store into a hash table.
 */
export function isDuplicate(event: string, storeId = "$1"): string {
  return `(
    select true from event_unique_ids where store_id = ${storeId} and unique_id = ${event}."uniqueId" limit 1
  ) is true`;
}

/** The time of a row that waits for a statement: the rows of a statement were received at the same time. */
export const NOT_YET_RECEIVED = "";

/** Sets when the event of a row was received, which is also its own time unless it has one. */
export function setReceived(row: EventRow, receivedAt: string): void {
  if (row.at === NOT_YET_RECEIVED) row.at = receivedAt;
  row.received = receivedAt;
}

/** Builds the row of an event; unknown properties are ignored. */
export function rowOf(storeId: string, receivedAt: string, event: CustomEvent): EventRow {
  const data = event.data ? withoutUnset(event.data) : undefined;
  const terms = termsOf(storeId, event.eventName, data);
  return {
    id: newUuid(),
    name: event.eventName,
    at: event.eventTimestamp ? instantText(event.eventTimestamp) : receivedAt,
    value: event.value ?? undefined,
    currency: event.valueCurrency ?? undefined,
    uniqueId: event.uniqueId ?? undefined,
    data: data && JSON.stringify(withDatesAsText(data)),
    terms,
    received: receivedAt,
    ...patchOf(event.customer),
  };
}

/** No minute is the 60th. */
const LEAP_SECOND = ":60";
/** A time in UTC, to the second or the millisecond. */
const UTC_LENGTHS = new Set(["2026-03-02T10:00:00Z".length, "2026-03-02T10:00:00.000Z".length]);

/** Returns the text of a valid date-time in UTC; one that is in UTC already needs no conversion. */
function instantText(text: string): string {
  const isInUtc = UTC_LENGTHS.has(text.length) && text.endsWith("Z");
  if (isInUtc && !text.includes(LEAP_SECOND)) return text;
  return parseDateTime(text)?.toISOString() ?? text;
}

/** Returns the search terms of an event: of its values, and of the persons that they name. */
export function termsOf(storeId: string, name: string, data: Record<string, unknown> | undefined): string {
  const mentions = mentionTerms(storeId, contactsOf(data, contactsOf(name)));
  const terms = data ? searchTerms([storeId, "event", name], data) : "";
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
    setOwn(result, key, typeof value === "string" ? (parseDateTime(value) ?? value) : value);
  }
  return result;
}

/** Replaces the dates in an object: writing them as JSON costs five times as much as their text. */
function withDatesAsText(data: Record<string, unknown>): Record<string, unknown> {
  for (const key of Object.keys(data)) {
    const value = data[key];
    if (value instanceof Date) setOwn(data, key, value.toISOString());
  }
  return data;
}

/** An assignment to `__proto__` would set the prototype. */
function setOwn(object: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== "__proto__") object[key] = value;
  else Object.defineProperty(object, key, { value, enumerable: true, configurable: true });
}
