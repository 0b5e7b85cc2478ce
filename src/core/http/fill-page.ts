import { slicesByBytes } from "../../lib/slices-by-bytes.ts";
import { utf8Bytes } from "../../lib/text.ts";
import { createYielder } from "../../lib/yielder.ts";
import { type Total, totalJson } from "./count-included.ts";
import { nextPage, type Page } from "./paging.ts";

/** The size of the rows that are in memory at once. */
export const MAX_LOADED_BYTES = 512 * 1024;
/** The most rows in memory at once: a row that compresses well may be larger than estimated. */
const MAX_LOADED_ROWS = 50;
/** A page of any list ends early once it is longer than this. */
export const MAX_PAGE_BYTES = 4 * 1024 * 1024;

/** The sort key of a row in a list that is ordered by time. */
export type KeyRow = { at: string; id: string };

/** `bytes` estimates the size of a row in a response. */
export type SizedRow = KeyRow & { bytes: number };

/** The rows of a page, its headers, and the key of a row in a cursor. */
export type FoundPage<Row> = {
  rows: Row[];
  headers: Record<string, string>;
  keyOf: (row: Row) => string[];
};

export type WrittenPage = { json: string; headers: Record<string, string> };

/**
 * Returns the JSON of a page, an object whose `name` is an array of what `load` returns for slices of its rows, with
 * as many rows as a page holds, and of the `total` of rows if it was counted; and the headers of the page.
 */
export async function writePage<Row extends { bytes: number }>(
  name: string,
  page: Page,
  found: FoundPage<Row>,
  load: (slice: Row[]) => Promise<Iterable<string>>,
  total?: Total,
): Promise<WrittenPage> {
  const { pieces, headers } = await fillPage(page, found, load);
  return { json: `{"${name}":[${pieces.join()}]${totalJson(total)}}`, headers };
}

/**
 * Returns the pieces of JSON that `load` returns, which are made one by one, and the headers of the page. Yields to other
 * work in between.
 */
export async function fillPage<Row extends { bytes: number }>(
  page: Page,
  { rows, headers, keyOf }: FoundPage<Row>,
  load: (slice: Row[]) => Promise<Iterable<string>>,
): Promise<{ pieces: string[]; headers: Record<string, string> }> {
  const yieldNow = createYielder();
  const pieces: string[] = [];
  let [bytes, count] = [0, 0];
  for (const slice of slicesByBytes(rows, MAX_LOADED_BYTES, MAX_LOADED_ROWS)) {
    if (bytes > MAX_PAGE_BYTES) break;
    count += slice.length;
    for (const json of await load(slice)) {
      pieces.push(json);
      bytes += utf8Bytes(json);
      const turn = yieldNow();
      if (turn) await turn;
    }
  }
  const last = rows[count - 1];
  return { pieces, headers: last && count < rows.length ? nextPage(page, keyOf(last)) : headers };
}

/** A response from JSON: given an object, the framework would copy it before it serializes it. */
export function jsonResponse(json: string, headers: Record<string, string> = {}): Response {
  return new Response(json, { headers: { "Content-Type": "application/json;charset=utf-8", ...headers } });
}
