import { index, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { instant } from "../columns.ts";
import { storeId } from "./stores.ts";

/**
 * What the store's people have noted about a customer. `aboutCustomerId` is the customer's id when it was noted, which may lead to
 * another one since.
 */
export const customerNotes = pgTable(
  "customer_notes",
  {
    storeId: storeId(),
    id: text().notNull(),
    aboutCustomerId: text().notNull(),
    noteText: text().notNull(),
    notedBy: text().notNull(),
    notedById: text().notNull(),
    notedAt: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.storeId, table.id] }),
    index("customer_notes_customer").on(table.storeId, table.aboutCustomerId, table.notedAt),
  ],
);
