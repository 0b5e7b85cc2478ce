import { endsInQuotes, parseCsv } from "../lib/csv.ts";
import { invalid, type Problem } from "../lib/problem.ts";
import { type Line, readLines } from "../lib/read-lines.ts";
import { createYielder } from "../lib/yielder.ts";

/** A line of the file: a level that is not yet validated, or an error. */
export type StockLine = { number: number; level: unknown } | { number: number; fault: string };

const COLUMNS = [
  "product_id",
  "title",
  "sku",
  "upc",
  "image_url",
  "location_id",
  "quantity",
  "committed",
  "reserved",
  "buildable",
  "kind",
] as const;
type Column = (typeof COLUMNS)[number];
const REQUIRED_COLUMNS: readonly Column[] = ["product_id", "title", "location_id", "quantity"];

/**
 * The maximum number of lines of a quoted field, so that a missing quote does not consume the rest of the
 * file.
 */
const MAX_FIELD_LINES = 100;

/**
 * Yields the lines of a CSV file with a header or of a JSON Lines file, detected by the first character.
 * Throws 400 for an invalid header.
 */
export async function* parseImportFile(file: ReadableStream<Uint8Array>): AsyncGenerator<StockLine> {
  let header: string[] | undefined;
  let isJson: boolean | undefined;
  const yieldNow = createYielder();
  for await (const line of joinQuotedLines(readLines(file), () => isJson === false)) {
    await yieldNow();
    if ("fault" in line) yield line;
    else {
      isJson ??= line.text.trimStart().startsWith("{");
      if (isJson) yield jsonLevel(line);
      else if (header) yield csvLevel(line, header);
      else header = readHeader(fieldsOf(line.text));
    }
  }
}

/** A line that was read ahead, and once it is known, whether a quoted field that begins before it ends after it. */
type Ahead = Line & { isWithin?: boolean };

/**
 * Joins the lines of a quoted field that spans several lines; the row has the number of its first line. Empty lines
 * between rows are skipped. The quotes of a line are looked at twice at most, also in a file of fields that are never
 * closed.
 */
async function* joinQuotedLines(batches: AsyncGenerator<Line[]>, isCsv: () => boolean): AsyncGenerator<Line> {
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
    if ("fault" in line || !isCsv() || !line.text.includes('"') || !endsInQuotes(line.text)) {
      if ("fault" in line || line.text.trim() !== "") yield line;
      else if (at % 100 === 0) await yieldNow();
      continue;
    }
    const count = await linesOfField((distance) => ahead[at + distance] ?? peek(distance));
    if (count === undefined) yield { number: line.number, fault: "A quoted field is not closed." };
    else {
      const rest = ahead.slice(at, at + count);
      at += count;
      yield { ...line, text: [line, ...rest].map((each) => ("text" in each ? each.text : "")).join("\n") };
    }
  }
}

/**
 * Returns how many further lines the row of an open field has; undefined if none of the next ones closes it. It
 * allocates nothing for a line that is known: a file may have a million fields that are never closed.
 */
async function linesOfField(
  following: (distance: number) => Ahead | Promise<Ahead | undefined>,
): Promise<number | undefined> {
  for (let distance = 0; distance < MAX_FIELD_LINES; distance++) {
    const known = following(distance);
    const next = known instanceof Promise ? await known : known;
    if (!next || "fault" in next) return undefined;
    next.isWithin ??= endsInQuotes(`"${next.text}`);
    if (!next.isWithin) return distance + 1;
  }
  return undefined;
}

function jsonLevel({ number, text }: { number: number; text: string }): StockLine {
  try {
    return { number, level: JSON.parse(text) };
  } catch {
    return { number, fault: "The line is not valid JSON." };
  }
}

/** Returns the column names. Columns may be in any order; unknown columns are ignored. */
function readHeader(fields: string[]): string[] {
  const names = fields.map((field) => field.trim());
  const missing = REQUIRED_COLUMNS.filter((column) => !names.includes(column));
  const repeated = COLUMNS.filter((column) => names.indexOf(column) !== names.lastIndexOf(column));
  if (missing.length > 0) {
    throw invalidFile(`A csv file begins with the columns ${COLUMNS.join(",")}; ${missing} is missing.`);
  }
  if (repeated.length > 0) throw invalidFile(`The csv file has the column ${repeated} twice.`);
  return names;
}

function invalidFile(detail: string): Problem {
  return invalid({ detail, pointer: "/file" });
}

function csvLevel({ number, text }: { number: number; text: string }, header: string[]): StockLine {
  const fields = fieldsOf(text);
  if (fields.length !== header.length) {
    return { number, fault: `The line has ${fields.length} fields where the header has ${header.length}.` };
  }
  const field = (column: Column) => fields[header.indexOf(column)] || undefined;
  const count = (column: Column) => {
    const text = field(column)?.trim();
    return text && /^[+-]?\d+$/.test(text) ? Number(text) : text;
  };
  const level = {
    product: {
      id: field("product_id"),
      title: field("title") ?? "",
      sku: field("sku"),
      upc: field("upc"),
      image_url: field("image_url"),
    },
    location_id: field("location_id"),
    quantity: count("quantity"),
    committed: count("committed"),
    reserved: count("reserved"),
    buildable: count("buildable"),
    kind: field("kind"),
  };
  return { number, level };
}

function fieldsOf(text: string): string[] {
  return parseCsv(text)[0] ?? [];
}
