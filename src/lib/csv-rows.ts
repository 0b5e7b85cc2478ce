import type { Line } from "./read-lines.ts";
import { createYielder } from "./yielder.ts";

/** How the rows of a file are written, as its header says. */
export type CsvFormat = {
  delimiter: string;
  /** How many fields a row has. */
  width: number;
  /** Whether these fields are a row of the file. */
  isRow(fields: string[]): boolean;
  /**
   * Whether no row belongs to another, so that one which a lost quote has changed costs itself alone. Quotes are read more freely
   * then: a field may go on behind its quotes, and ends in quotes on a line that could be a row.
   */
  hasSingleRows?: boolean;
};

/**
 * A line as it stands, a row of a CSV file with the number of its first line, or what is wrong with it, with the fields
 * that are known all the same, those before the first quote, and its text.
 */
export type FileRow =
  | { number: number; text: string }
  | { number: number; fields: string[] }
  | { number: number; fault: string; known?: string[]; legible?: string };

/** A line that was read ahead, and once it is known, whether its number of quotes is odd. */
type Ahead = Line & { isOdd?: boolean };

/**
 * The maximum number of lines of a quoted field, so that a missing quote does not consume the rest of the
 * file.
 */
const MAX_FIELD_LINES = 100;
/** What becomes of a row may take as long as a hundred rows take to be read. */
const LINES_BETWEEN_YIELDS = 20;
const NOT_CLOSED = "A quoted field is not closed.";

/**
 * Yields the rows of a CSV file; while `formatOf` returns undefined, the lines as they stand. Lines without text are
 * skipped. A quoted field that isn't closed costs its own line and no other: what would be rows if it were not for the
 * quote is never taken for one field. Each line is looked at a bounded number of times.
 */
export async function* readRows(
  batches: AsyncGenerator<Line[]>,
  formatOf: () => CsvFormat | undefined,
): AsyncGenerator<FileRow> {
  const yieldNow = createYielder();
  let ahead: Ahead[] = [];
  let at = 0;
  /** Returns the line that is so many after the next one; undefined at the end of the file. */
  const peek = async (distance: number): Promise<Ahead | undefined> => {
    while (at + distance >= ahead.length) {
      const { value, done } = await batches.next();
      if (done) return undefined;
      ahead = [...ahead.slice(at), ...value];
      at = 0;
    }
    return ahead[at + distance];
  };
  for (let line = await peek(0); line; line = ahead[at] ?? (await peek(0))) {
    at++;
    if (at % LINES_BETWEEN_YIELDS === 0) await yieldNow();
    const format = formatOf();
    if ("fault" in line) {
      const { number, fault, legible } = line;
      yield {
        number,
        fault,
        ...(legible !== undefined && format && { known: knownFields(legible, format), legible }),
      };
      continue;
    }
    if (line.text.trim() === "") continue;
    const { number, text } = line;
    if (!format) yield { number, text };
    else {
      const fields = fieldsOf(text, format.delimiter, format);
      if (fields) yield { number, fields };
      else {
        const row = await joined(line, format, (distance) => ahead[at + distance] ?? peek(distance));
        at += row?.following ?? 0;
        if (row) yield { number, fields: row.fields };
        else yield { number, fault: NOT_CLOSED, known: knownFields(text, format), legible: text };
      }
    }
  }
}

/** The field with the quote is not one of them. */
function knownFields(text: string, { delimiter }: CsvFormat): string[] {
  const quote = text.indexOf('"');
  return quote < 0 ? text.split(delimiter) : text.slice(0, quote).split(delimiter).slice(0, -1);
}

/**
 * Returns the fields of a line; undefined when a quoted field doesn't end on it, or without `hasSingleRows` when one ends before
 * its delimiter.
 */
export function fieldsOf(
  text: string,
  delimiter: string,
  { hasSingleRows = false }: { hasSingleRows?: boolean } = {},
): string[] | undefined {
  if (!text.includes('"')) return text.split(delimiter);
  // A quote inside a field that doesn't begin with one stands for itself.
  return quotedFieldsOf(text, delimiter, { takesInner: true, takesTails: hasSingleRows });
}

/**
 * Returns the fields of a line whose quotes all enclose whole fields or are doubled inside of them; else undefined. With
 * `takesInner` fields that don't begin with a quote may have some, and with `takesTails` those that do may go on behind the second,
 * and are taken as they stand then.
 */
function quotedFieldsOf(
  text: string,
  delimiter: string,
  { takesInner = false, takesTails = false }: { takesInner?: boolean; takesTails?: boolean } = {},
): string[] | undefined {
  const fields: string[] = [];
  let at = 0;
  for (;;) {
    if (text[at] !== '"') {
      const next = text.indexOf(delimiter, at);
      const field = text.slice(at, next < 0 ? undefined : next);
      if (!takesInner && field.includes('"')) return undefined;
      fields.push(field);
      if (next < 0) return fields;
      at = next + 1;
      continue;
    }
    let quote = text.indexOf('"', at + 1);
    let isDoubled = false;
    while (quote >= 0 && text[quote + 1] === '"') {
      isDoubled = true;
      quote = text.indexOf('"', quote + 2);
    }
    if (quote < 0) return undefined;
    const goesOn = quote + 1 < text.length && text[quote + 1] !== delimiter;
    if (goesOn && !takesTails) return undefined;
    const next = text.indexOf(delimiter, quote + 1);
    const field = text.slice(at + 1, quote);
    if (goesOn) fields.push(text.slice(at, next < 0 ? undefined : next));
    else fields.push(isDoubled ? field.replaceAll('""', '"') : field);
    if (next < 0) return fields;
    at = next + 1;
  }
}

/** Returns the row that begins with this line and ends on a later one, and how many further lines it has. */
async function joined(
  first: { text: string; end: string },
  { delimiter, width, isRow, hasSingleRows }: CsvFormat,
  following: (distance: number) => Ahead | Promise<Ahead | undefined>,
): Promise<{ fields: string[]; following: number } | undefined> {
  let { text, end } = first;
  if (isRow(text.split(delimiter))) return undefined;
  for (let distance = 0; distance < MAX_FIELD_LINES; distance++) {
    const known = following(distance);
    const next = known instanceof Promise ? await known : known;
    if (!next || "fault" in next) return undefined;
    text += end + next.text;
    end = next.end;
    next.isOdd ??= next.text.split('"').length % 2 === 0;
    if (!(next.isOdd && hasSingleRows) && isRow(next.text.split(delimiter))) return undefined;
    if (!next.isOdd) continue;
    const fields = quotedFieldsOf(text, delimiter);
    return fields?.length === width ? { fields, following: distance + 1 } : undefined;
  }
  return undefined;
}
