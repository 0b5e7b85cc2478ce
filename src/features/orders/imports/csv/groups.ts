import type { FileRow } from "../../../../lib/csv-rows.ts";
import type { LineError } from "../../../../platform/db/tables/import-columns.ts";
import { MAX_LINES } from "../../fulfillment-schema.ts";
import type { Layout } from "./layout.ts";
import type { Row } from "./row-reader.ts";

/** The rows of an order that follow one another, and what is wrong with them. `key` is empty where no row says it. */
export type Group = { key: string; number: number; rows: Row[]; errors: LineError[] };

/**
 * Yields the rows with one key that follow one another. A row without a key belongs to the order before it. One that
 * can't be read breaks its order and each order beside it that it names, or where it doesn't say which it is of, the
 * order before it and the one after it.
 */
export async function* groupsOf(rows: AsyncGenerator<FileRow>, layout: Layout): AsyncGenerator<Group> {
  let group: Group | undefined;
  /** The last line that may be of the next order. */
  let unclear: number | undefined;
  const broken = brokenLines();
  for await (const row of rows) {
    if ("fields" in row && row.fields.every((field) => field.trim() === "")) continue;
    const detail = faultOf(row, layout);
    const isOfCurrent = detail !== undefined && group && names(keyCell(row, layout) ?? "", group.key);
    const key = isOfCurrent ? group?.key : keyOf(row, layout, group?.key);
    if (!group || (key && key !== group.key)) {
      if (group) yield group;
      group = { key: key ?? "", number: row.number, rows: [], errors: [] };
      const before = broken.lineOf(key ?? "");
      const line = before ?? (isHead(row, layout) ? undefined : unclear);
      if (line !== undefined) {
        group.errors.push({
          line: row.number,
          detail: `Line ${line}, which can't be read, may be of this order.`,
        });
      }
    }
    if (key === undefined) unclear = row.number;
    else if (key) unclear = undefined;
    if (detail === undefined) broken.clear();
    else broken.add(row);
    addRow(group, row, detail);
  }
  if (group) yield group;
}

/** So much of the lines that can't be read is kept, one after the other: each order that follows is looked for in it. */
const MAX_LEGIBLE = 20_000;
/** Shorter keys are quantities too, and no order has a longer one. */
const [MIN_KEY, MAX_KEY] = [3, 255];
/** After so many places where a key may be, it may be there. */
const MAX_PLACES = 100;

/** The lines before that can't be read, as far as they are legible, the newest of them. */
function brokenLines() {
  let kept: { number: number; text: string }[] = [];
  let size = 0;
  return {
    add(row: FileRow): void {
      const text = textOf(row).slice(0, MAX_LEGIBLE);
      if (size + text.length > MAX_LEGIBLE) [kept, size] = [[], 0];
      kept.push({ number: row.number, text });
      size += text.length + 1;
    },
    clear(): void {
      [kept, size] = [[], 0];
    },
    /** Returns the number of a line that may have a row of an order; undefined for none. */
    lineOf(key: string): number | undefined {
      if (key.length < MIN_KEY || key.length > MAX_KEY) return undefined;
      return kept.find(({ text }) => mayHave(text, key))?.number;
    },
  };
}

function textOf(row: FileRow): string {
  const text = "fields" in row ? row.fields.join("\n") : "text" in row ? row.text : row.legible;
  return text ?? "";
}

const ALPHANUMERIC = /[\p{L}\p{N}]/u;

/** Whether a line may have a row of an order. Where two lines are one, the second's key is right behind a cell of the first. */
function mayHave(text: string, key: string): boolean {
  let at = text.indexOf(key);
  for (let places = 1; at >= 0; places++) {
    if (places > MAX_PLACES || !ALPHANUMERIC.test(text[at + key.length] ?? "")) return true;
    at = text.indexOf(key, at + 1);
  }
  return false;
}

/** Whether a cell has the key of an order beside what isn't of it, such as a quote. */
function names(cell: string, key: string): boolean {
  const at = key === "" ? -1 : cell.indexOf(key);
  return at >= 0 && !ALPHANUMERIC.test(`${cell[at - 1] ?? ""}${cell[at + key.length] ?? ""}`);
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
  const fields = knownFields(row);
  const at = names.indexOf(key);
  const found = fields?.[at]?.trim();
  if (found === undefined || ("fields" in row && fields?.length === names.length)) return found;
  if (found === "" || found === current) return found || undefined;
  // What ends a quoted field is the rest of a row that begins above.
  if (fields && fields.length < names.length && fields.some((field) => field.includes('"'))) return undefined;
  const isCut = "fields" in row && at === row.fields.length - 1;
  return !isCut && !found.includes(UNREADABLE) && (at === 0 || "fault" in row) ? found : undefined;
}

function knownFields(row: FileRow): string[] | undefined {
  return "fields" in row ? row.fields : "known" in row ? row.known : undefined;
}

function keyCell(row: FileRow, { key, names }: Layout): string | undefined {
  return key === undefined ? undefined : knownFields(row)?.[names.indexOf(key)]?.trim();
}

/** What stands for bytes that aren't UTF-8. */
const UNREADABLE = "\ufffd";

function addRow(group: Group, row: FileRow, detail: string | undefined): void {
  const { number } = row;
  if (group.rows.length === MAX_LINES) {
    if (group.errors.length === 0) {
      group.errors.push({ line: number, detail: `The order has more than ${MAX_LINES} rows.` });
    }
  } else if (detail !== undefined) group.errors.push({ line: number, detail });
  else if ("fields" in row) group.rows.push(row);
}

function faultOf(row: FileRow, { names, key }: Layout): string | undefined {
  if ("fault" in row) return row.fault;
  if ("text" in row) return "The line is no row.";
  if (row.fields.length !== names.length)
    return `The line has ${row.fields.length} fields where the header has ${names.length}.`;
  const isQuoted = key !== undefined && row.fields[names.indexOf(key)]?.includes('"');
  return isQuoted ? `${key} has a quotation mark.` : undefined;
}
