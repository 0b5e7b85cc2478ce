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
 * `searchTerms` holds one word per top-level value of `data`, made so that a range of values is a set of words' beginnings.
 * Without a foreign key: an event is written in the transaction that found or made its customer, no customer is ever taken
 * away, and the check costs as much as the row and locks the customer's row besides.
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
  ],
);

/**
 * Every `uniqueId` ever accepted. It is claimed when its event is accepted, before anybody works on the event. Without a
 * foreign key: at a row per event its check costs as much as the row, and no store is ever taken away.
 */
export const eventUniqueIds = pgTable(
  "event_unique_ids",
  { storeId: text().notNull(), uniqueId: text().notNull() },
  (table) => [primaryKey({ columns: [table.storeId, table.uniqueId] })],
);

/**
 * Accepted events of a bulk request until they are recorded, each with the customer beside it that it was accepted for; null
 * for those that are not recorded, as their `uniqueId` was seen before. As text: the order of what is in `$extra` stays.
 * Beside the queue, and never compressed (a migration says so): that costs more than the disk that it saves for so short a
 * time.
 */
export const eventBatches = pgTable(
  "event_batches",
  {
    storeId: text().notNull(),
    id: uuid().notNull(),
    events: text().notNull(),
    customers: text().array().notNull(),
    keptAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** When it is recorded next: at once, and later after failures. */
    dueAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    failures: integer().notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.storeId, table.id] }),
    index("event_batches_due").on(table.storeId, table.dueAt),
  ],
);

/** What bulk requests dropped. */
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
