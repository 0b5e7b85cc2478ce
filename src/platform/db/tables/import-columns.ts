import { integer, text } from "drizzle-orm/pg-core";
import { document, instant } from "../columns.ts";
import { impliedStoreId, storeId } from "./stores.ts";

export type ImportStatus = "queued" | "running" | "done" | "failed";
/** What is wrong with a line of a file, and in which of its columns, if it is one. */
export type LineError = { line: number; column?: string; detail: string };

/**
 * The columns of a table of files that are imported in the background. The progress changes in the transaction that
 * writes what a part holds, so that an import goes on after the last part, and no part is imported twice.
 */
export const importColumns = () => ({
  storeId: storeId(),
  id: text().notNull(),
  status: text().$type<ImportStatus>().notNull(),
  parts: integer().notNull(),
  partsDone: integer().notNull().default(0),
  linesTotal: integer().notNull(),
  linesDone: integer().notNull().default(0),
  broken: integer().notNull().default(0),
  /** The name and the id of the API client or the person, and the request. */
  by: text().notNull(),
  startedById: text(),
  requestId: text().notNull(),
  createdAt: instant().notNull(),
  finishedAt: instant(),
  /** Why it has failed last. */
  importError: text(),
});

/** What such a file holds, in the order of `number`, from 0; once it is imported, only the errors of lines. */
export const importPartColumns = () => ({
  storeId: impliedStoreId(),
  importId: text().notNull(),
  number: integer().notNull(),
  lines: document<unknown[]>(),
  lineErrors: document<LineError[]>(),
});
