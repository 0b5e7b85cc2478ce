import { pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { instant, value } from "../columns.ts";
import { storeId } from "./stores.ts";

/** Saved segments. `where` is the condition as it was sent. */
export const segments = pgTable(
  "segments",
  {
    storeId: storeId(),
    key: text().notNull(),
    where: value<unknown>().notNull(),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.storeId, table.key] })],
);
