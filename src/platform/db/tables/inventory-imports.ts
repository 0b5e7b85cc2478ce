import { foreignKey, index, integer, pgTable, primaryKey } from "drizzle-orm/pg-core";
import { importColumns, importPartColumns } from "./import-columns.ts";

/** Files of stock that are imported in the background. */
export const inventoryImports = pgTable(
  "inventory_imports",
  { ...importColumns(), changed: integer().notNull().default(0) },
  (table) => [
    primaryKey({ columns: [table.storeId, table.id] }),
    index("inventory_imports_created_at").on(table.storeId, table.createdAt, table.id),
  ],
);

/** The lines of such a file. */
export const inventoryImportParts = pgTable("inventory_import_parts", importPartColumns(), (table) => [
  primaryKey({ columns: [table.storeId, table.importId, table.number] }),
  foreignKey({
    columns: [table.storeId, table.importId],
    foreignColumns: [inventoryImports.storeId, inventoryImports.id],
  }),
]);
