import { bigint, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { storeId } from "./stores.ts";

/**
 * Numbers for the merchant's ids that are not numeric, such as a product `tee`, where the warehouse API has
 * numbers. `digest` is the id's SHA-256, because an id may be too long for an index. The numbers start above
 * any platform's own ids.
 */
export const numericIdsTable = pgTable(
  "numeric_ids",
  {
    storeId: storeId(),
    digest: text().notNull(),
    number: bigint({ mode: "number" })
      .generatedAlwaysAsIdentity({ startWith: 9e15, maxValue: Number.MAX_SAFE_INTEGER })
      .notNull(),
    text: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.storeId, table.digest] }),
    uniqueIndex("numeric_ids_number").on(table.storeId, table.number),
  ],
);
