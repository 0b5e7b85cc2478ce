import type { FileRow } from "../../../../lib/csv-rows.ts";
import type { LineError } from "../../../../platform/db/tables/import-columns.ts";
import { MAX_LINES } from "../../fulfillment-schema.ts";
import type { OrderEntry } from "../entry.ts";
import type { Layout } from "./layout.ts";
import { createRowReader, type Place, type Row } from "./row-reader.ts";

/** The rows of an order that follow one another. */
type Group = { key: string; number: number; rows: Row[]; errors: LineError[] };

/**
 * Yields the orders of a csv file: each of the rows with its key that follow one another. A row without a key belongs to
 * the order before it, as does one that can't be read, which breaks that order.
 */
export async function* csvOrders(
  rows: AsyncGenerator<FileRow>,
  layout: Layout,
  place: Place,
): AsyncGenerator<OrderEntry> {
  const reader = createRowReader(layout.names, place);
  let group: Group | undefined;
  for await (const row of rows) {
    const key = keyOf(row, layout);
    if (!group || (key !== "" && key !== group.key)) {
      if (group) yield entryOf(group, layout, reader);
      group = { key, number: row.number, rows: [], errors: [] };
    }
    addRow(group, row, layout.names.length);
  }
  if (group) yield entryOf(group, layout, reader);
}

/** Without a column for it the key of a row is its line. */
function keyOf(row: FileRow, { key, names }: Layout): string {
  if (key === undefined) return String(row.number);
  return "fields" in row ? (row.fields[names.indexOf(key)]?.trim() ?? "") : "";
}

function addRow(group: Group, row: FileRow, width: number): void {
  const { number } = row;
  const detail = faultOf(row, width);
  if (group.rows.length === MAX_LINES) {
    if (group.errors.length === 0) {
      group.errors.push({ line: number, detail: `The order has more than ${MAX_LINES} rows.` });
    }
  } else if (detail !== undefined) group.errors.push({ line: number, detail });
  else if ("fields" in row) group.rows.push(row);
}

function faultOf(row: FileRow, width: number): string | undefined {
  if ("fault" in row) return row.fault;
  if ("text" in row) return "The line is no row.";
  if (row.fields.length === width) return undefined;
  return `The line has ${row.fields.length} fields where the header has ${width}.`;
}

function entryOf(
  { number, rows, errors }: Group,
  layout: Layout,
  reader: ReturnType<typeof createRowReader>,
) {
  const [first, ...rest] = rows;
  const order = first && errors.length === 0 ? layout.mapOrder([first, ...rest], reader) : undefined;
  const faults = [...errors, ...reader.takeFaults()];
  if (order && faults.length === 0) return { number, order };
  return { number, errors: faults };
}
