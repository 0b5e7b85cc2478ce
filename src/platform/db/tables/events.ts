import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
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
import type { Fault } from "../../../lib/problem.ts";
import { batchedEvents, document, instant, searchTerms } from "../columns.ts";
import { impliedStoreId } from "./stores.ts";

/** Longer event names, in characters, are not in the index of names. */
export const MAX_INDEXED_NAME = 255;

/**
 * `searchTerms` has one term per top-level value of `data`, where a range of values is a set of prefixes, and
 * one per e-mail address or phone number in `data`. Without a foreign key: an event is written in the
 * transaction that resolved its customer, and the check would cost as much as the row and lock the customer.
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
    // Lists read a name's newest events from it, and segments the customers of a name's events. A longer name
    // would not fit.
    index("events_name")
      .on(table.storeId, table.eventName, table.eventTimestamp, table.id, table.customerId)
      .where(sql`length(${table.eventName}) <= ${sql.raw(`${MAX_INDEXED_NAME}`)}`)
      .concurrently(),
    index("events_time").on(table.storeId, table.eventTimestamp, table.id).concurrently(),
    // By period first: the events of one time then go to few pages, which stay in memory. See
    // docs/decisions/event-indexes.md.
    index("events_customer")
      .on(table.storeId, eventPeriod(table.eventTimestamp), table.customerId, table.eventTimestamp, table.id)
      .concurrently(),
  ],
);

/**
 * SQL for the beginning of the four weeks that an event's time is in, as the index of customers has it. All
 * times are after the origin: before it, versions of Postgres disagree on the ends of a period.
 */
export function eventPeriod(eventTimestamp: SQLWrapper): SQL {
  return sql`date_bin('28 days', ${eventTimestamp}, '0001-01-01T00:00:00Z')`;
}

/** SQL for the length of a period. */
export const EVENT_PERIOD = "interval '28 days'";

/** Returns the same as text. */
export function eventPeriodText(eventTimestamp: string): string {
  return `date_bin('28 days', ${eventTimestamp}, '0001-01-01T00:00:00Z')`;
}

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
 * the same index. Never compressed (see the migration): that would cost more than the disk space it saves for so
 * short a time.
 */
export const eventBatches = pgTable(
  "event_batches",
  {
    storeId: text().notNull(),
    id: uuid().notNull(),
    batchedEvents: batchedEvents().notNull(),
    customers: text().array().notNull(),
    keptAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** When it is recorded next: at once, or after a pause when it has failed. */
    dueAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    failures: integer().notNull().default(0),
    /** Why it has failed last. */
    batchError: text(),
  },
  (table) => [
    primaryKey({ columns: [table.storeId, table.id] }),
    index("event_batches_due").on(table.storeId, table.dueAt),
  ],
);

/** Rejected events of bulk requests. `searchTerms` has what they name persons by. */
export const eventRejections = pgTable(
  "event_rejections",
  {
    storeId: impliedStoreId(),
    number: bigint({ mode: "number" }).generatedAlwaysAsIdentity().notNull(),
    receivedAt: instant().notNull(),
    index: integer().notNull(),
    event: document<unknown>(),
    errors: document<Fault[]>().notNull(),
    searchTerms: searchTerms(),
  },
  (table) => [
    primaryKey({ columns: [table.storeId, table.number] }),
    index("event_rejections_search_terms").using("gin", table.searchTerms).concurrently(),
    index("event_rejections_received_at").on(table.storeId, table.receivedAt, table.number),
  ],
);
