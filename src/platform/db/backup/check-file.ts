import type { FileHandle } from "node:fs/promises";
import { isDeepStrictEqual } from "node:util";
import type { Static, TSchema } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { FileHeader, FileSummary, FileTable, FileTrailer, MAX_TABLES } from "./file-schema.ts";
import { altered, type Frame, KINDS, readFrames } from "./frames.ts";

/** What a frame of JSON may hold: its bytes, before they are parsed. */
const MAX_BYTES: Record<number, number> = {
  [KINDS.header]: 1 << 20,
  [KINDS.table]: 1 << 14,
  [KINDS.tableEnd]: 1 << 10,
  [KINDS.trailer]: 1 << 18,
};
const MAX_FRAMES = 2 + 2 * MAX_TABLES;
/** The kinds that may follow a kind; the first frame is the header. */
const NEXT: Record<number, readonly number[]> = {
  [KINDS.header]: [KINDS.table, KINDS.trailer],
  [KINDS.table]: [KINDS.rows, KINDS.tableEnd],
  [KINDS.rows]: [KINDS.rows, KINDS.tableEnd],
  [KINDS.tableEnd]: [KINDS.table, KINDS.trailer],
  [KINDS.trailer]: [],
};

type Content = { header: FileHeader; trailer: FileTrailer };

/**
 * Reads a whole backup file, and returns what stands before and after its rows. Throws unless the end mark agrees
 * with everything before it and the frames have the order and the shape that this service writes; nothing is
 * parsed before.
 */
export async function checkFile(file: FileHandle, path: string): Promise<Content> {
  const found: { kind: number; text: Buffer }[] = [];
  let next: readonly number[] = [KINDS.header];
  for await (const frame of readFrames(file, path)) {
    if (!next.includes(frame.kind)) throw altered(path);
    next = NEXT[frame.kind] ?? [];
    if (frame.kind !== KINDS.rows) found.push({ kind: frame.kind, text: await wholeOf(frame, path) });
    if (found.length > MAX_FRAMES) throw altered(path);
  }
  const all = <T extends TSchema>(kind: number, schema: T) =>
    found.filter((one) => one.kind === kind).map(({ text }) => parse(text, schema, path));
  const [header] = all(KINDS.header, FileHeader);
  const [trailer] = all(KINDS.trailer, FileTrailer);
  const [tables, ends] = [all(KINDS.table, FileTable), all(KINDS.tableEnd, FileSummary)];
  if (!header || !trailer) throw altered(path);
  const said = header.tables.map(({ name, columns }) => ({ name, columns }));
  const sums = Object.fromEntries(tables.map(({ name }, i) => [name, ends[i]]));
  if (!isDeepStrictEqual(said, tables) || !isDeepStrictEqual(sums, trailer.tables)) throw altered(path);
  if (Object.keys(sums).length !== tables.length) throw altered(path);
  return { header, trailer };
}

async function wholeOf({ kind, length, pieces }: Frame, path: string): Promise<Buffer> {
  if (length > (MAX_BYTES[kind] ?? 0)) throw altered(path);
  const all: Buffer[] = [];
  for await (const piece of pieces()) all.push(piece);
  return Buffer.concat(all);
}

function parse<T extends TSchema>(content: Buffer, schema: T, path: string): Static<T> {
  try {
    const value: unknown = JSON.parse(content.toString("utf8"));
    if (Value.Check(schema, value)) return value;
  } catch (error) {
    // Nested deeper than the parser can follow, or no JSON.
    if (!(error instanceof SyntaxError || error instanceof RangeError)) throw error;
  }
  throw altered(path);
}
