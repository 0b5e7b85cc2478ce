import { pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { document, instant } from "../columns.ts";
import { impliedStoreId } from "./stores.ts";

/** `body` is the event as it was sent, further members included. */
export const storefrontEvents = pgTable(
  "storefront_events",
  {
    storeId: impliedStoreId(),
    eventId: text().notNull(),
    eventName: text().notNull(),
    timestamp: instant().notNull(),
    body: document<Record<string, unknown>>().notNull(),
    receivedAt: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.storeId, table.eventId] })],
);
