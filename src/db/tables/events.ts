import { sql } from "drizzle-orm";
import {
  bigint,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from "drizzle-orm/pg-core";
import type { Fault } from "../../lib/problem.ts";
import { document, instant, searchTerms } from "../columns.ts";
import { impliedStoreId } from "./stores.ts";

/**
 * `searchTerms` has one term per top-level value of `data`; a range of values is a set of prefixes. Without a
 * foreign key: an event is written in the transaction that resolved its customer, customers are never
 * deleted, and the check would cost as much as the row and lock the customer.
 */
export const events = pgTable(
  "events",
  {
    storeId: text().notNull(),
    id: uuid().notNull(),
    eventName: text().notNull(),
    customerId: text().notNull(),
    eventTimestamp: instant().notNull(),
    value: doublePrecision(),
    valueCurrency: text(),
    uniqueId: text(),
    data: document<Record<string, unknown>>(),
    searchTerms: searchTerms().notNull(),
    receivedAt: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.storeId, table.id] }),
    index("events_search_terms").using("gin", table.searchTerms),
    // Segments count events by name from this index alone. A longer name would not fit into it.
    index("events_by_name")
      .on(table.storeId, table.eventName, table.customerId, table.eventTimestamp)
      .where(sql`length(${table.eventName}) <= 255`),
  ],
);

/**
 * Every `uniqueId` ever accepted, claimed when its event is accepted. Without a foreign key, whose check
 * would cost as much as the row; stores are never deleted.
 */
export const eventUniqueIds = pgTable(
  "event_unique_ids",
  { storeId: text().notNull(), uniqueId: text().notNull() },
  (table) => [primaryKey({ columns: [table.storeId, table.uniqueId] })],
);

/**
 * Accepted events of a bulk request until they are recorded. `customers` has the customer of each event at
 * the same index; null for duplicates, which are not recorded. As text, to keep the order of properties in
 * `$extra`. Never compressed (see the migration): that would cost more than the disk space it saves for so
 * short a time.
 */
export const eventBatches = pgTable(
  "event_batches",
  {
    storeId: text().notNull(),
    id: uuid().notNull(),
    events: text().notNull(),
    customers: text().array().notNull(),
    keptAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** When it is recorded next: at once, or after a pause when it has failed. */
    dueAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    failures: integer().notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.storeId, table.id] }),
    index("event_batches_due").on(table.storeId, table.dueAt),
  ],
);

/** Rejected events of bulk requests. */
export const eventRejections = pgTable(
  "event_rejections",
  {
    storeId: impliedStoreId(),
    number: bigint({ mode: "number" }).generatedAlwaysAsIdentity().notNull(),
    receivedAt: instant().notNull(),
    index: integer().notNull(),
    event: document<unknown>(),
    errors: document<Fault[]>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.storeId, table.number] }),
    index("event_rejections_received_at").on(table.storeId, table.receivedAt, table.number),
  ],
);
