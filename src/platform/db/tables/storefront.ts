import { sql } from "drizzle-orm";
import { bigint, index, pgSequence, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { document, instant, searchTerms } from "../columns.ts";
import { impliedStoreId } from "./stores.ts";

export const storefrontNumbers = pgSequence("storefront_events_number_seq");

/**
 * `visitNumber` is drawn when the event is stored, null for those of early versions: what an erasure takes is ordered by
 * it, because a clock may be set back. `body` is the event as sent, with unknown properties; null once its retention is over or its person erased.
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
    visitNumber: bigint({ mode: "number" }).default(sql`nextval('storefront_events_number_seq')`),
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
