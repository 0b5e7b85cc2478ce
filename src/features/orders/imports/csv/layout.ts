import type { CsvFormat } from "../../../../lib/csv-rows.ts";
import type { OrderRecord } from "../entry.ts";
import type { Row, RowReader } from "./row-reader.ts";

/** How the rows of an export are read. */
export type Layout = {
  /** The kind of shop that exports such files. */
  kind: "shopify" | "woocommerce";
  csv: CsvFormat;
  names: string[];
  /** The column that says which order a row is of; without one each row is an order. */
  key: string | undefined;
  /** The column that only that row of an order has which has what is the order's, where the others don't have that. */
  head?: string | undefined;
  /** Returns the order of some rows; the reader gets what is wrong with them. */
  mapOrder(rows: [Row, ...Row[]], reader: RowReader): OrderRecord | undefined;
  /** Adds a fault for an order that lacks rows, as the last one of a file that was cut, as far as its figures tell. */
  requireAllRows(rows: [Row, ...Row[]], reader: RowReader): void;
};

/** Returns the layout of files with this header, or the columns that it would need. */
export type LayoutOf = (names: string[], delimiter: string) => Layout | { missing: string };
