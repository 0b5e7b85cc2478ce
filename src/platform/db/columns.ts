import { customType, json, jsonb } from "drizzle-orm/pg-core";

/**
 * A timestamp with millisecond precision, as in the API. Sessions use UTC, so Postgres writes `0099-03-01
 * 10:00:00.5+00`, which `Date` would read as a day of 1999; inside of JSON it writes `0099-03-01T10:00:00.5+00:00`.
 */
export const instant = customType<{ data: Date; driverData: string }>({
  dataType: () => "timestamp (3) with time zone",
  toDriver: (instant) => instant.toISOString(),
  fromDriver: (text) => new Date(text.includes(" ") ? text.replace(" ", "T").replace(/\+00$/, "Z") : text),
});

/** Raw bytes. */
export const bytes = customType<{ data: Uint8Array }>({ dataType: () => "bytea" });

/** Search terms, as `searchTerms` in lib builds them. */
export const searchTerms = customType<{ data: string }>({ dataType: () => "tsvector" });

/** JSON that statements can query. */
export const value = <T>() => jsonb().$type<T>();

/** JSON stored unchanged, including the order of its properties. */
export const document = <T>() => json().$type<T>();

/** A string that is sorted by its bytes, so that an index on it finds prefixes whatever the database's locale. */
export const byteOrderedText = customType<{ data: string }>({ dataType: () => 'text COLLATE "C"' });

/** Rows of events as a composite type of the database; only its statements read and write them. */
export const batchedEvents = customType<{ data: never }>({ dataType: () => "batched_event[]" });
