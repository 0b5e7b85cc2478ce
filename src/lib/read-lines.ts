import { invalid } from "./problem.ts";

/**
 * A line of a file with its number, from 1: its text and line end, or why it can't be read, with its text as far as it is
 * UTF-8.
 */
export type Line =
  | { number: number; text: string; end: string }
  | { number: number; fault: string; legible?: string };

const MAX_LINE_BYTES = 1024 * 1024;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
/** The first bytes of a gzip file. */
const GZIP_MAGIC = [0x1f, 0x8b];
/** What two characters of UTF-16 take; shorter files have no line. */
const HEAD_BYTES = 4;

/** The most lines that are yielded together. */
const MAX_TOGETHER = 1_000;

/**
 * Yields the lines of a file, those of a chunk together, decompressed if it is gzip, and decoded from UTF-8 or UTF-16.
 * Lines end with LF, CRLF or CR. It holds one chunk and one line in memory at a time. Throws 400 for a gzip file that isn't whole.
 */
export async function* readLines(file: ReadableStream<Uint8Array>): AsyncGenerator<Line[]> {
  let number = 1;
  let parts: Uint8Array[] = [];
  let length = 0;
  /** Whether the chunk before ended in a carriage return, which may be half of a line end. */
  let isHalf = false;
  const add = (part: Uint8Array) => {
    length += part.length;
    // A line that is too long is not stored.
    if (length > MAX_LINE_BYTES) parts = [];
    else if (part.length > 0) parts.push(part);
  };
  const take = (end: string): Line => {
    const line = length > MAX_LINE_BYTES ? tooLong(number) : decode(number, parts, end);
    parts = [];
    length = 0;
    number++;
    return line;
  };
  for await (const chunk of await toUtf8(await decompress(file))) {
    if (chunk.length === 0) continue;
    let start = isHalf && chunk[0] === LINE_FEED ? 1 : 0;
    let lines: Line[] = isHalf ? [take(start === 1 ? "\r\n" : "\r")] : [];
    isHalf = false;
    for (const at of lineEnds(chunk, start)) {
      if (at < start) continue;
      if (chunk[at] === CARRIAGE_RETURN && at + 1 === chunk.length) isHalf = true;
      add(chunk.subarray(start, at));
      const isPair = chunk[at] === CARRIAGE_RETURN && chunk[at + 1] === LINE_FEED;
      start = at + (isPair ? 2 : 1);
      if (isHalf) break;
      lines.push(take(isPair ? "\r\n" : chunk[at] === LINE_FEED ? "\n" : "\r"));
      if (lines.length < MAX_TOGETHER) continue;
      yield lines;
      lines = [];
    }
    if (start < chunk.length) add(chunk.slice(start));
    // What isn't taken yet would be overwritten with the chunk.
    else if (isHalf) parts = parts.map((part) => part.slice());
    if (lines.length > 0) yield lines;
  }
  if (length > 0 || isHalf) yield [take(isHalf ? "\r" : "")];
}

/** Yields where line feeds and carriage returns are, in order. */
function* lineEnds(chunk: Uint8Array, start: number): Generator<number> {
  let feed = chunk.indexOf(LINE_FEED, start);
  let carriage = chunk.indexOf(CARRIAGE_RETURN, start);
  while (feed >= 0 || carriage >= 0) {
    if (carriage < 0 || (feed >= 0 && feed < carriage)) {
      yield feed;
      feed = chunk.indexOf(LINE_FEED, feed + 1);
    } else {
      yield carriage;
      carriage = chunk.indexOf(CARRIAGE_RETURN, carriage + 1);
    }
  }
}

function tooLong(number: number): Line {
  return { number, fault: `The line is longer than ${MAX_LINE_BYTES} bytes.` };
}

// One for all lines: a file may have millions of them.
const decoder = new TextDecoder("utf-8", { fatal: true });
const replacingDecoder = new TextDecoder();

function decode(number: number, parts: Uint8Array[], end: string): Line {
  if (parts.length === 0) return { number, text: "", end };
  const bytes = parts.length === 1 && parts[0] ? parts[0] : concat(parts);
  try {
    return { number, text: decoder.decode(bytes), end };
  } catch {
    return { number, fault: "The line is not valid UTF-8.", legible: replacingDecoder.decode(bytes) };
  }
}

function concat(parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** Returns the first bytes of a stream, and the stream with them. */
async function peek(
  stream: ReadableStream<Uint8Array>,
  count: number,
): Promise<{ first: Uint8Array; whole: ReadableStream<Uint8Array> }> {
  const reader = stream.getReader();
  let first = new Uint8Array();
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    first = concat([first, read.value]);
    if (first.length >= count) break;
  }
  const whole = new ReadableStream<Uint8Array>({
    start: (sink) => sink.enqueue(first),
    pull: async (sink) => {
      const { done, value } = await reader.read();
      if (done) sink.close();
      else sink.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
  return { first, whole };
}

async function decompress(file: ReadableStream<Uint8Array>): Promise<ReadableStream<Uint8Array>> {
  const { first, whole } = await peek(file, GZIP_MAGIC.length);
  if (!GZIP_MAGIC.every((byte, i) => first[i] === byte)) return whole;
  const gunzip: TransformStream<Uint8Array, Uint8Array> = new DecompressionStream("gzip") as never;
  return withReason(whole.pipeThrough(gunzip));
}

/** Every runtime says in other words why it can't decompress; what goes wrong with the file itself is no TypeError. */
function withReason(stream: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const reader = stream.getReader();
  return new ReadableStream<Uint8Array>({
    pull: async (sink) => {
      try {
        const { done, value } = await reader.read();
        if (done) sink.close();
        else sink.enqueue(value);
      } catch (error) {
        if (!(error instanceof TypeError)) throw error;
        throw invalid({ detail: "The gzip file ends early or is damaged.", pointer: "/file" });
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

/** Spreadsheets write UTF-16 as "Unicode text". */
async function toUtf8(file: ReadableStream<Uint8Array>): Promise<ReadableStream<Uint8Array>> {
  const { first, whole } = await peek(file, HEAD_BYTES);
  const encoding = utf16Of(first);
  if (!encoding) return whole;
  const decoder: TransformStream<Uint8Array, string> = new TextDecoderStream(encoding) as never;
  return whole.pipeThrough(decoder).pipeThrough(new TextEncoderStream());
}

/** A file in UTF-16 begins with its mark, or with two ASCII characters, of which each has a zero byte. */
function utf16Of([a, b, c, d]: Uint8Array): string | undefined {
  if ((a === 0xff && b === 0xfe) || (a && b === 0 && c && d === 0)) return "utf-16le";
  if ((a === 0xfe && b === 0xff) || (a === 0 && b && c === 0 && d)) return "utf-16be";
  return undefined;
}
