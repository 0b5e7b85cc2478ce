import { expect, test } from "bun:test";
import { count, parts } from "../../../src/platform/db/backup/parts.ts";

const MB = 1 << 20;

/** Chunks of different sizes, which end anywhere in a row. */
async function* chunksOf(text: Uint8Array): AsyncIterable<Uint8Array> {
  for (let at = 0, size = 1; at < text.length; at += size, size = (size * 7 + 3) % 150_000) {
    yield text.subarray(at, at + size);
  }
}

/** Reads as the writer of a backup does: a part is used until the next one is there. */
async function read(text: Uint8Array): Promise<{ sizes: number[]; rows: number; copy: Buffer }> {
  const copies: Buffer[] = [];
  let rows = 0;
  let last: { part: Uint8Array; copy: Buffer } | undefined;
  for await (const part of parts(chunksOf(text))) {
    if (last) expect(Buffer.compare(last.part, last.copy)).toBe(0);
    last = { part, copy: Buffer.from(part) };
    copies.push(last.copy);
    rows += count(part);
  }
  return { sizes: copies.map(({ length }) => length), rows, copy: Buffer.concat(copies) };
}

test("parts hold whole rows, and together what was read", async () => {
  const text = Buffer.from(
    Array.from({ length: 60_000 }, (_, i) => `${i}\t${"x".repeat(i % 120)}\n`).join(""),
  );
  const { sizes, rows, copy } = await read(text);
  expect([rows, copy.equals(text)]).toEqual([60_000, true]);
  expect(sizes.length).toBeGreaterThan(3);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(MB);
  let end = 0;
  for (const size of sizes) {
    end += size;
    expect(copy[end - 1]).toBe("\n".charCodeAt(0));
  }
});

test("a row may be larger than a part, and parts are of the usual size after it", async () => {
  const long = `${"y".repeat(5 * MB)}\n`;
  const short = `${"z".repeat(99)}\n`.repeat(30_000);
  const text = Buffer.from(`${short}${long}${short}${short}`);
  const { sizes, rows, copy } = await read(text);
  expect([rows, copy.equals(text)]).toEqual([90_001, true]);
  expect(Math.max(...sizes)).toBeGreaterThan(5 * MB);
  expect(Math.max(...sizes.slice(-2))).toBeLessThanOrEqual(MB);
});

test("nothing is read from an empty table", async () => {
  expect(await read(Buffer.alloc(0))).toEqual({ sizes: [], rows: 0, copy: Buffer.alloc(0) });
});
