import { foreignKey, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { importColumns, importPartColumns } from "./import-columns.ts";

export type OrderFormat = "jsonl" | "shopify" | "woocommerce";

/** Files of orders that are imported in the background. A line of the progress is an order. */
export const orderImports = pgTable(
  "order_imports",
  {
    ...importColumns(),
    fileFormat: text().$type<OrderFormat>().notNull(),
    created: integer().notNull().default(0),
    updated: integer().notNull().default(0),
    unchanged: integer().notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.storeId, table.id] }),
    index("order_imports_created_at").on(table.storeId, table.createdAt, table.id),
  ],
);

/** The orders of such a file. */
export const orderImportParts = pgTable("order_import_parts", importPartColumns(), (table) => [
  primaryKey({ columns: [table.storeId, table.importId, table.number] }),
  foreignKey({
    columns: [table.storeId, table.importId],
    foreignColumns: [orderImports.storeId, orderImports.id],
  }),
]);
