import { sql } from "drizzle-orm";
import { index, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { document, instant, searchTerms } from "../columns.ts";
import { impliedStoreId } from "./stores.ts";

/**
 * `body` is the event as sent, with unknown properties; null once its retention is over or its person erased.
 * `searchTerms` has what it names persons by, and its `anonymousId`.
 */
export const storefrontEvents = pgTable(
  "storefront_events",
  {
    storeId: impliedStoreId(),
    eventId: text().notNull(),
    eventName: text().notNull(),
    timestamp: instant().notNull(),
    body: document<Record<string, unknown>>(),
    receivedAt: instant().notNull(),
    searchTerms: searchTerms(),
  },
  (table) => [
    primaryKey({ columns: [table.storeId, table.eventId] }),
    index("storefront_events_search_terms").using("gin", table.searchTerms).concurrently(),
    index("storefront_events_name")
      .on(table.storeId, table.eventName, table.timestamp, table.eventId)
      .where(sql`${table.body} is not null`),
    index("storefront_events_received_at")
      .on(table.storeId, table.receivedAt)
      .where(sql`${table.body} is not null`),
  ],
);
