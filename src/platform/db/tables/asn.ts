import { bigint, foreignKey, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { bytes, document, instant } from "../columns.ts";
import { impliedStoreId, storeId } from "./stores.ts";

/** The position of a reader: the last unit that it returned. */
export type AsnMark = {
  createdAt: string;
  returnId: string;
  position: number;
  itemId: string;
  unit: number;
};

/**
 * Files of the ASN report. The progress columns (`parts`, `rowsDone`, `mark`) change in the transaction that
 * adds a part, so writing resumes after the last part.
 */
export const asnExports = pgTable(
  "asn_exports",
  {
    storeId: storeId(),
    id: text().notNull(),
    from: instant().notNull(),
    to: instant().notNull(),
    format: text().$type<"csv" | "jsonl">().notNull(),
    status: text().$type<"queued" | "running" | "ready" | "failed">().notNull(),
    parts: integer().notNull().default(0),
    rowsDone: bigint({ mode: "number" }).notNull().default(0),
    rowsTotal: bigint({ mode: "number" }).notNull().default(0),
    mark: document<AsnMark>(),
    /** Raised when a person is erased: rows that were read before are read again. */
    revision: integer().notNull().default(0),
    createdAt: instant().notNull(),
    /** Why it has failed last. */
    exportError: text(),
  },
  (table) => [
    primaryKey({ columns: [table.storeId, table.id] }),
    index("asn_exports_created_at").on(table.storeId, table.createdAt),
  ],
);

/**
 * The content of an export in the order of `number`, from 0. It is in the database so that every process can
 * send it.
 */
export const asnExportParts = pgTable(
  "asn_export_parts",
  {
    storeId: impliedStoreId(),
    exportId: text().notNull(),
    number: integer().notNull(),
    content: bytes().notNull(),
    /** When the return of its last row was created, the oldest of the part. */
    oldest: instant(),
  },
  (table) => [
    primaryKey({ columns: [table.storeId, table.exportId, table.number] }),
    index("asn_export_parts_oldest").on(table.storeId, table.exportId, table.oldest.desc(), table.number),
    foreignKey({
      columns: [table.storeId, table.exportId],
      foreignColumns: [asnExports.storeId, asnExports.id],
    }),
  ],
);
