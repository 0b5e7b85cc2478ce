import { minorDigits } from "../../../../lib/money.ts";
import type { LineError } from "../../../../platform/db/tables/import-columns.ts";
import { isUnclear, parseAmount, parseCount } from "./amounts.ts";
import { createDateParser } from "./dates.ts";

/** What a file doesn't say: the time zone of its times without one, and the currency of its amounts without one. */
export type Place = { timeZone: string; currency: string };

export type Row = { number: number; fields: string[] };

const MAX_FAULTS = 20;
const UNCLEAR = "has thousands or three decimals: write it as 1234.50";

/** Reads the fields of rows by the names of their columns, and collects what is wrong with them. */
export type RowReader = {
  place: Place;
  names: readonly string[];
  has(name: string): boolean;
  /** Returns the first text of these columns; undefined where all are empty. */
  text(row: Row, ...names: string[]): string | undefined;
  /** Returns an amount, in units of `DECIMALS`; undefined for an empty field, and for one without an amount. */
  amount(row: Row, ...names: string[]): bigint | undefined;
  /** Returns a whole number that isn't negative. */
  count(row: Row, ...names: string[]): number | undefined;
  /** Returns an instant as the API writes it. */
  instant(row: Row, ...names: string[]): string | undefined;
  /** Returns the file's name of the first of these columns that it has. */
  nameOf(columns: readonly string[]): string;
  fault(row: Row, column: string | undefined, detail: string): void;
  hasFaults(): boolean;
  /** Returns what was wrong since the last call. */
  takeFaults(): LineError[];
};

/** Names of columns are compared without case. */
export function createRowReader(names: string[], place: Place): RowReader {
  const placeOf = new Map<string, number>();
  for (const [i, name] of names.entries()) {
    if (!placeOf.has(name.toLowerCase())) placeOf.set(name.toLowerCase(), i);
  }
  /** By the names as they are asked for, of which there are few. */
  const found = new Map<string, number>();
  const indexOf = (column: string) => {
    let at = found.get(column);
    if (at === undefined) {
      at = placeOf.get(column.toLowerCase()) ?? -1;
      found.set(column, at);
    }
    return at;
  };
  const parseDate = createDateParser(place.timeZone);
  let faults: LineError[] = [];

  function find(row: Row, columns: string[]): { text: string; column: string } | undefined {
    for (const column of columns) {
      const at = indexOf(column);
      const text = row.fields[at]?.trim();
      if (text) return { text, column: names[at] ?? column };
    }
    return undefined;
  }

  function fault(row: Row, column: string | undefined, detail: string): void {
    if (faults.length === MAX_FAULTS) return;
    faults.push({ line: row.number, ...(column !== undefined && { column }), detail });
  }

  function parsed<T>(row: Row, columns: string[], what: string, parse: (text: string) => T | undefined) {
    const found = find(row, columns);
    if (!found) return undefined;
    const value = parse(found.text);
    if (value === undefined) {
      const detail = parse === parseAmount && isUnclear(found.text) ? UNCLEAR : `must be ${what}`;
      fault(row, found.column, `${found.column} ${detail}.`);
    }
    return value;
  }

  return {
    ...{ place, names },
    has: (name) => indexOf(name) >= 0,
    text: (row, ...columns) => find(row, columns)?.text,
    amount: (row, ...columns) => parsed(row, columns, "an amount, such as 1234.50", parseAmount),
    count: (row, ...columns) => parsed(row, columns, "a whole number", parseCount),
    instant: (row, ...columns) =>
      parsed(row, columns, "a date and time, such as 2026-03-01 10:00:00", parseDate),
    nameOf: (columns) => {
      const first = columns.find((name) => indexOf(name) >= 0) ?? columns[0] ?? "";
      return names[indexOf(first)] ?? first;
    },
    fault,
    hasFaults: () => faults.length > 0,
    takeFaults: () => {
      const taken = faults;
      faults = [];
      return taken;
    },
  };
}

/** Adds a fault for each of these columns that is empty; of several that mean the same, if all are. */
export function requireTexts(row: Row, columns: (readonly string[])[], reader: RowReader): void {
  for (const same of columns) {
    if (reader.text(row, ...same)) continue;
    const column = reader.nameOf(same);
    reader.fault(row, column, `${column} is missing.`);
  }
}

/** Adds a fault for each of these columns that has another text in a later row of an order than in its first. */
export function requireSame(
  [first, ...rest]: [Row, ...Row[]],
  columns: (readonly string[])[],
  reader: RowReader,
): void {
  for (const same of columns) {
    const wanted = reader.text(first, ...same);
    const other = rest.find((row) => (reader.text(row, ...same) ?? wanted) !== wanted);
    if (!other) continue;
    const column = reader.nameOf(same);
    reader.fault(other, column, `${column} is not that of line ${first.number}.`);
  }
}

/**
 * Adds a fault for each of these amounts that has three digits behind its point, though its currency doesn't: they may be
 * thousands.
 */
export function requireClear(
  row: Row,
  columns: (readonly string[])[],
  { currency, reader }: { currency: string; reader: RowReader },
): void {
  if (minorDigits(currency) === THOUSANDS_DIGITS) return;
  for (const same of columns) {
    const text = reader.text(row, ...same);
    if (!text?.includes(".") || !isUnclear(text)) continue;
    const column = reader.nameOf(same);
    reader.fault(row, column, `${column} ${UNCLEAR}.`);
  }
}

const THOUSANDS_DIGITS = 3;

/** Adds a fault for each of these amounts that is below zero. */
export function requireNotNegative(row: Row, columns: (readonly string[])[], reader: RowReader): void {
  for (const same of columns) {
    const amount = parseAmount(reader.text(row, ...same) ?? "") ?? 0n;
    if (amount >= 0n) continue;
    const column = reader.nameOf(same);
    reader.fault(row, column, `${column} is negative.`);
  }
}

const SHORTENED = /^\d(?:[.,]\d+)?E\+\d+$/i;

/** Returns the id of an order, which a spreadsheet that has read the file may have made unreadable. */
export function orderIdOf(row: Row, columns: string[], reader: RowReader): string {
  requireTexts(row, [columns], reader);
  const id = unquoted(reader.text(row, ...columns)) ?? "";
  const column = reader.nameOf(columns);
  if (id.includes('"')) reader.fault(row, column, `${column} has a quotation mark.`);
  if (SHORTENED.test(id)) reader.fault(row, column, `${column} was shortened by a spreadsheet.`);
  return id;
}

/** An export writes an apostrophe before digits, so that spreadsheets keep them as they are. */
export function unquoted(text: string | undefined): string | undefined {
  return text?.replace(/^'/, "") || undefined;
}
