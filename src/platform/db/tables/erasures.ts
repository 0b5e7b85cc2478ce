import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { value } from "../columns.ts";
import { impliedStoreId, storeId } from "./stores.ts";

/** What an erased person is found by in rows that don't belong to them; removed with the erasure's row. */
export type PersonDocument = {
  /** E-mail addresses in lower case, phone numbers, `id:` and the customer's id, `name:` and the full name. */
  identifiers: string[];
  /** First and last names. */
  names: string[];
  /** Full names and street lines. */
  lines: string[];
  /** Other strings of the profile and of addresses. */
  texts: string[];
};

/**
 * Erasures of customers in progress. The customer's row is gone; rows that belonged to the customer have the
 * erasure's `id` instead of the customer's. A row is deleted when nothing of the person is left.
 */
export const erasures = pgTable(
  "erasures",
  {
    storeId: storeId(),
    id: text().notNull(),
    customerId: text().notNull(),
    /** The ids of customers that had been merged into this one. */
    mergedIds: text().array().notNull().default([]),
    /** Whether no row has the customer's id any more, so that a new customer may have it. */
    isDetached: boolean().notNull(),
    /** How many rules are done. */
    step: integer().notNull().default(0),
    person: value<PersonDocument>().notNull(),
    /** The highest `number` of `event_rejections` at that time. */
    lastRejection: bigint({ mode: "number" }).notNull(),
    /** The highest `visit_number` of `storefront_events` at that time. */
    lastVisit: bigint({ mode: "number" })
      .notNull()
      .default(sql`coalesce(pg_sequence_last_value('storefront_events_number_seq'), 0)`),
    by: text().notNull(),
    requestedById: text(),
    requestId: text().notNull(),
    requestedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** Until when one process works on it, or when it is tried again after a failure. */
    leasedUntil: timestamp({ withTimezone: true }),
    failures: integer().notNull().default(0),
    /** Why it has failed last. */
    erasureError: text(),
  },
  (table) => [
    primaryKey({ columns: [table.storeId, table.id] }),
    index("erasures_customer").on(table.storeId, table.customerId),
    uniqueIndex("erasures_attached").on(table.storeId, table.customerId).where(sql`not ${table.isDetached}`),
  ],
);

/** E-mail addresses and phone numbers that a customer had before the present ones, as they are compared. */
export const formerIdentifiers = pgTable(
  "former_identifiers",
  { storeId: impliedStoreId(), customerId: text().notNull(), identifier: text().notNull() },
  (table) => [primaryKey({ columns: [table.storeId, table.customerId, table.identifier] })],
);
