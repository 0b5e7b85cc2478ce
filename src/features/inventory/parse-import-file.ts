import { type FileRow, readRows } from "../../lib/csv-rows.ts";
import { digest64 } from "../../lib/hash.ts";
import { readLines } from "../../lib/read-lines.ts";
import { createYielder } from "../../lib/yielder.ts";
import { type Columns, invalidFile, readColumns } from "./import-columns.ts";
import type { KeptColumn } from "./kept-columns.ts";
import { levelFault } from "./level-fault.ts";
import { levelKey } from "./level-key.ts";
import type { LevelBody } from "./schema.ts";

/** A row of the file by its first line: a level with the columns that it keeps, or an error. */
export type StockLine =
  | { number: number; level: unknown; keeps?: readonly KeptColumn[] }
  | { number: number; fault: string };

/** Of so many levels of a file it is known whether they come again; each takes some 60 bytes. */
const MAX_KNOWN_LEVELS = 1_000_000;

/**
 * Yields the rows of a CSV file with a header or of a JSON Lines file, detected by the first character; a row that isn't
 * valid, or is about the level of an earlier one, is an error. Throws 400 for an invalid header and a file without a row.
 */
export async function* parseImportFile(file: ReadableStream<Uint8Array>): AsyncGenerator<StockLine> {
  let columns: Columns | undefined;
  let isJson = false;
  let isEmpty = true;
  const checked = createChecker();
  const yieldNow = createYielder();
  for await (const row of readRows(readLines(file), () => columns)) {
    await yieldNow();
    if ("text" in row && !isJson && !columns) {
      isJson = row.text.trimStart().startsWith("{");
      if (!isJson) {
        columns = readColumns(row.text);
        continue;
      }
    }
    isEmpty = false;
    yield checked(lineOf(row, columns));
  }
  if (isEmpty) throw invalidFile("The file has no row.");
}

function lineOf(row: FileRow, columns: Columns | undefined): StockLine {
  const { number } = row;
  if ("fault" in row) return { number, fault: row.fault };
  if ("text" in row) return jsonLevel(number, row.text);
  if (!columns) throw new Error("a row of fields has columns");
  return { number, ...columns.levelOf(row.fields) };
}

function jsonLevel(number: number, text: string): StockLine {
  try {
    return { number, level: JSON.parse(text) };
  } catch {
    return { number, fault: "The line is not valid JSON." };
  }
}

/** Returns a function that replaces invalid and repeated levels by errors. */
function createChecker(): (line: StockLine) => StockLine {
  const lineOfLevel = new Map<string, number>();
  return (line) => {
    if ("fault" in line) return line;
    const { number, level } = line;
    const fault = levelFault(level);
    if (fault !== undefined) return { number, fault };
    const key = digest64(levelKey(level as LevelBody));
    const earlier = lineOfLevel.get(key);
    if (earlier !== undefined) return { number, fault: `The level of line ${earlier} is repeated.` };
    if (lineOfLevel.size < MAX_KNOWN_LEVELS) lineOfLevel.set(key, number);
    return line;
  };
}
