import { bigint, foreignKey, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { instant } from "../columns.ts";
import { returns } from "./returns.ts";
import { impliedStoreId } from "./stores.ts";

/**
 * What a return has done to the stock, or why it could not: `units` of a product at a location, negative when they were
 * taken back or released. `reason` is why there was nothing to change.
 */
export const returnStockChanges = pgTable(
  "return_stock_changes",
  {
    storeId: impliedStoreId(),
    returnId: text().notNull(),
    number: bigint({ mode: "number" }).generatedAlwaysAsIdentity().notNull(),
    kind: text().$type<"restocked" | "reserved">().notNull(),
    units: integer().notNull(),
    /** The item that came back; null for what is sent in exchange. */
    itemId: text(),
    productId: text(),
    locationId: text(),
    reason: text().$type<"no_product" | "no_location" | "not_stocked">(),
    at: instant().notNull(),
    by: text().notNull(),
    changedById: text(),
    requestId: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.storeId, table.returnId, table.number] }),
    foreignKey({ columns: [table.storeId, table.returnId], foreignColumns: [returns.storeId, returns.id] }),
  ],
);
