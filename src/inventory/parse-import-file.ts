import { endsInQuotes, parseCsv } from "../lib/csv.ts";
import { problem } from "../lib/problem.ts";
import { type Line, readLines } from "../lib/read-lines.ts";

/** What a line of the file says of a level, not yet checked, or why nothing can be made of it. */
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
const NEEDED: readonly Column[] = ["product_id", "title", "location_id", "quantity"];

/** How many lines a quoted field may span: one whose end is missing doesn't swallow the rest of the file. */
const MOST_LINES = 100;

/** The levels in a file: a csv file with a header, or JSON lines, told apart by how the file begins. */
export async function* parseImportFile(file: ReadableStream<Uint8Array>): AsyncGenerator<StockLine> {
  let header: string[] | undefined;
  let isJson: boolean | undefined;
  for await (const line of wholeRows(readLines(file), () => isJson === false)) {
    if ("fault" in line) yield line;
    else if (line.text.trim() !== "") {
      isJson ??= line.text.trimStart().startsWith("{");
      if (isJson) yield jsonLevel(line);
      else if (header) yield csvLevel(line, header);
      else header = readHeader(fieldsOf(line.text));
    }
  }
}

/** Lines, those joined whose quoted field goes on in the next, by the number of the first. */
async function* wholeRows(lines: AsyncGenerator<Line>, isCsv: () => boolean): AsyncGenerator<Line> {
  const ahead: Line[] = [];
  const next = async () => ahead.shift() ?? (await lines.next()).value;
  for (let line: Line | undefined = await next(); line; line = await next()) {
    if ("fault" in line || !isCsv() || !line.text.includes('"') || !endsInQuotes(line.text)) {
      yield line;
      continue;
    }
    const more: Line[] = [];
    let text = line.text;
    while (endsInQuotes(text) && more.length < MOST_LINES) {
      const following: Line | undefined = await next();
      if (following) more.push(following);
      if (!following || "fault" in following) break;
      text += `\n${following.text}`;
    }
    const isClosed = !endsInQuotes(text);
    if (!isClosed) ahead.unshift(...more);
    yield isClosed ? { ...line, text } : { number: line.number, fault: "A quote is opened and not closed." };
  }
}

function jsonLevel({ number, text }: { number: number; text: string }): StockLine {
  try {
    return { number, level: JSON.parse(text) };
  } catch {
    return { number, fault: "The line is not valid JSON." };
  }
}

/** Columns may come in any order, and there may be others. */
function readHeader(fields: string[]): string[] {
  const names = fields.map((field) => field.trim());
  const missing = NEEDED.filter((column) => !names.includes(column));
  const repeated = COLUMNS.filter((column) => names.indexOf(column) !== names.lastIndexOf(column));
  if (missing.length > 0) {
    throw problem(400, `A csv file begins with the columns ${COLUMNS.join(",")}; ${missing} is missing.`);
  }
  if (repeated.length > 0) throw problem(400, `The csv file has the column ${repeated} twice.`);
  return names;
}

function csvLevel({ number, text }: { number: number; text: string }, header: string[]): StockLine {
  const fields = fieldsOf(text);
  if (fields.length !== header.length) {
    return { number, fault: `The line has ${fields.length} fields where the header has ${header.length}.` };
  }
  const given = (column: Column) => fields[header.indexOf(column)] || undefined;
  const count = (column: Column) => {
    const field = given(column)?.trim();
    return field && /^[+-]?\d+$/.test(field) ? Number(field) : field;
  };
  const level = {
    product: {
      id: given("product_id"),
      title: given("title") ?? "",
      sku: given("sku"),
      upc: given("upc"),
      image_url: given("image_url"),
    },
    location_id: given("location_id"),
    quantity: count("quantity"),
    committed: count("committed"),
    reserved: count("reserved"),
    buildable: count("buildable"),
    kind: given("kind"),
  };
  return { number, level };
}

function fieldsOf(text: string): string[] {
  return parseCsv(text)[0] ?? [];
}
