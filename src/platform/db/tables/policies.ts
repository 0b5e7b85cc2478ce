import { integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { document, instant } from "../columns.ts";
import { storeId } from "./stores.ts";

/** Every version of a store's return policy, as it was sent; the one with the highest number is in force. */
export const policies = pgTable(
  "policies",
  {
    storeId: storeId(),
    version: integer().notNull(),
    document: document<unknown>().notNull(),
    savedBy: text().notNull(),
    savedById: text(),
    savedAt: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.storeId, table.version] })],
);
