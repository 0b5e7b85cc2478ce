import { bigint, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { storeId } from "./stores.ts";

/**
 * Numbers for the merchant's texts that are none, such as a product `tee`, where the compatible API shows numbers; `digest` is
 * the text's SHA-256, since a text may be too long for an index. They begin where no platform's own ids are.
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
