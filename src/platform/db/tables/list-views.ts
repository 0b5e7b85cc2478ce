import { pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { instant } from "../columns.ts";
import { storeId } from "./stores.ts";

/**
 * Filters and order of a list of the console, which the store's people keep under a name. `viewedList` is the path of the list's
 * page, `viewQuery` the query of its address.
 */
export const listViews = pgTable(
  "list_views",
  {
    storeId: storeId(),
    id: text().notNull(),
    viewedList: text().notNull(),
    viewName: text().notNull(),
    viewQuery: text().notNull(),
    createdAt: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.storeId, table.id] }),
    uniqueIndex("list_views_name").on(table.storeId, table.viewedList, table.viewName),
  ],
);
