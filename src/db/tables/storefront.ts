import { sql } from "drizzle-orm";
import { index, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { document, instant } from "../columns.ts";
import { impliedStoreId } from "./stores.ts";

/** `body` is the event as sent, with unknown properties; null once its retention is over. */
export const storefrontEvents = pgTable(
  "storefront_events",
  {
    storeId: impliedStoreId(),
    eventId: text().notNull(),
    eventName: text().notNull(),
    timestamp: instant().notNull(),
    body: document<Record<string, unknown>>(),
    receivedAt: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.storeId, table.eventId] }),
    index("storefront_events_name")
      .on(table.storeId, table.eventName, table.timestamp, table.eventId)
      .where(sql`${table.body} is not null`),
    index("storefront_events_received_at")
      .on(table.storeId, table.receivedAt)
      .where(sql`${table.body} is not null`),
  ],
);
