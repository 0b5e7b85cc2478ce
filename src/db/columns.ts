import { customType, json, jsonb } from "drizzle-orm/pg-core";

/**
 * An instant to the millisecond, the precision that the wire has. Sessions are in UTC, so Postgres writes
 * `0099-03-01 10:00:00.5+00`, which `Date` would take for a day of 1999.
 */
export const instant = customType<{ data: Date; driverData: string }>({
  dataType: () => "timestamp (3) with time zone",
  toDriver: (instant) => instant.toISOString(),
  fromDriver: (text) => new Date(text.replace(" ", "T").replace(/\+00$/, "Z")),
});

/** Bytes as they are. */
export const bytes = customType<{ data: Uint8Array }>({ dataType: () => "bytea" });

/** Words to segment by, as `factWords` makes them. */
export const searchTerms = customType<{ data: string }>({ dataType: () => "tsvector" });

/** A value that statements may look into. */
export const value = <T>() => jsonb().$type<T>();

/** A value kept as it came, the order of its members included. */
export const document = <T>() => json().$type<T>();
