import type { FileRow } from "../../../../lib/csv-rows.ts";
import type { LineError } from "../../../../platform/db/tables/import-columns.ts";
import { MAX_LINES } from "../../fulfillment-schema.ts";
import type { Layout } from "./layout.ts";
import type { Row } from "./row-reader.ts";

/** The rows of an order that follow one another, and what is wrong with them. `key` is empty where no row says it. */
export type Group = { key: string; number: number; rows: Row[]; errors: LineError[] };

/**
 * Yields the rows with one key that follow one another. A row without a key belongs to the order before it. One that
 * can't be read breaks its order, or where it doesn't say which that is, the order before it and the one after it.
 */
export async function* groupsOf(rows: AsyncGenerator<FileRow>, layout: Layout): AsyncGenerator<Group> {
  let group: Group | undefined;
  /** The last line that may be of the next order. */
  let unclear: number | undefined;
  for await (const row of rows) {
    if ("fields" in row && row.fields.every((field) => field.trim() === "")) continue;
    const key = keyOf(row, layout, group?.key);
    if (!group || (key && key !== group.key)) {
      if (group) yield group;
      group = { key: key ?? "", number: row.number, rows: [], errors: [] };
      if (unclear !== undefined && !isHead(row, layout)) {
        const detail = `Line ${unclear}, which can't be read, may be of this order.`;
        group.errors.push({ line: row.number, detail });
      }
    }
    if (key === undefined) unclear = row.number;
    else if (key) unclear = undefined;
    addRow(group, row, layout.names.length);
  }
  if (group) yield group;
}

/** Whether a row has what is the order's, in a layout in which one row of an order has it. */
export function isHead(row: FileRow, { head, names }: Layout): boolean {
  return head !== undefined && "fields" in row && !!row.fields[names.indexOf(head)]?.trim();
}

/**
 * Returns the key of a row; empty where it has none, and undefined where it can't be known: a row of too few or too many
 * fields has them in other places behind a fault, and the last of too few may be cut off. Without a column for it the key
 * of a row is its line.
 */
function keyOf(row: FileRow, { key, names }: Layout, current: string | undefined): string | undefined {
  if (key === undefined) return String(row.number);
  const fields = "fields" in row ? row.fields : "known" in row ? row.known : undefined;
  const at = names.indexOf(key);
  const found = fields?.[at]?.trim();
  if (found === undefined || ("fields" in row && fields?.length === names.length)) return found;
  if (found === "" || found === current) return found || undefined;
  const isCut = "fields" in row && at === row.fields.length - 1;
  return !isCut && !found.includes(UNREADABLE) && (at === 0 || "fault" in row) ? found : undefined;
}

/** What stands for bytes that aren't UTF-8. */
const UNREADABLE = "\ufffd";

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
