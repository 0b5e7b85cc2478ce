import { foreignKey, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { document, instant } from "../columns.ts";
import { impliedStoreId, storeId } from "./stores.ts";

export type ImportStatus = "queued" | "running" | "done" | "failed";
export type LineError = { line: number; detail: string };

/**
 * Files of stock that are imported in the background. The progress columns change in the transaction that writes the
 * levels of a part, so that an import goes on after the last part, and no part is imported twice.
 */
export const inventoryImports = pgTable(
  "inventory_imports",
  {
    storeId: storeId(),
    id: text().notNull(),
    status: text().$type<ImportStatus>().notNull(),
    parts: integer().notNull(),
    partsDone: integer().notNull().default(0),
    linesTotal: integer().notNull(),
    linesDone: integer().notNull().default(0),
    changed: integer().notNull().default(0),
    broken: integer().notNull().default(0),
    /** The name and the id of the API client or the person, and the request. */
    by: text().notNull(),
    startedById: text(),
    requestId: text().notNull(),
    createdAt: instant().notNull(),
    finishedAt: instant(),
    /** Why it has failed last. */
    importError: text(),
  },
  (table) => [
    primaryKey({ columns: [table.storeId, table.id] }),
    index("inventory_imports_created_at").on(table.storeId, table.createdAt, table.id),
  ],
);

/** The lines of an import in the order of `number`, from 0; once they are imported, only the errors of lines. */
export const inventoryImportParts = pgTable(
  "inventory_import_parts",
  {
    storeId: impliedStoreId(),
    importId: text().notNull(),
    number: integer().notNull(),
    lines: document<unknown[]>(),
    lineErrors: document<LineError[]>(),
  },
  (table) => [
    primaryKey({ columns: [table.storeId, table.importId, table.number] }),
    foreignKey({
      columns: [table.storeId, table.importId],
      foreignColumns: [inventoryImports.storeId, inventoryImports.id],
    }),
  ],
);
