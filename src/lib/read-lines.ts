/** A line of a file with its number, from 1: its text, or why it can't be read. */
export type Line = { number: number; text: string } | { number: number; fault: string };

const MAX_LINE_BYTES = 1024 * 1024;
const LINE_FEED = 0x0a;
/** The first bytes of a gzip file. */
const GZIP_MAGIC = [0x1f, 0x8b];

/** The most lines that are yielded together. */
const MAX_TOGETHER = 1_000;

/**
 * Yields the lines of a file, those of a chunk together, decompressed if it is gzip. It holds one chunk and one line
 * in memory at a time.
 */
export async function* readLines(file: ReadableStream<Uint8Array>): AsyncGenerator<Line[]> {
  let number = 1;
  let parts: Uint8Array[] = [];
  let length = 0;
  const add = (part: Uint8Array) => {
    length += part.length;
    // A line that is too long is not stored.
    if (length > MAX_LINE_BYTES) parts = [];
    else parts.push(part);
  };
  const take = (): Line => {
    const line = length > MAX_LINE_BYTES ? tooLong(number) : decode(number, parts);
    parts = [];
    length = 0;
    number++;
    return line;
  };
  for await (const chunk of await decompress(file)) {
    let start = 0;
    let lines: Line[] = [];
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
      if (end > start) add(chunk.subarray(start, end));
      start = end + 1;
      if (lines.push(take()) < MAX_TOGETHER) continue;
      yield lines;
      lines = [];
    }
    if (start < chunk.length) add(chunk.slice(start));
    if (lines.length > 0) yield lines;
  }
  if (length > 0) yield [take()];
}

function tooLong(number: number): Line {
  return { number, fault: `The line is longer than ${MAX_LINE_BYTES} bytes.` };
}

// One for all lines: a file may have millions of them.
const decoder = new TextDecoder("utf-8", { fatal: true });

function decode(number: number, parts: Uint8Array[]): Line {
  if (parts.length === 0) return { number, text: "" };
  const bytes = parts.length === 1 && parts[0] ? parts[0] : concat(parts);
  try {
    return { number, text: decoder.decode(bytes) };
  } catch {
    return { number, fault: "The line is not valid UTF-8." };
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

async function decompress(file: ReadableStream<Uint8Array>): Promise<ReadableStream<Uint8Array>> {
  const reader = file.getReader();
  let first = new Uint8Array();
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    first = concat([first, read.value]);
    if (first.length >= GZIP_MAGIC.length) break;
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
  if (!GZIP_MAGIC.every((byte, i) => first[i] === byte)) return whole;
  const gunzip: TransformStream<Uint8Array, Uint8Array> = new DecompressionStream("gzip") as never;
  return whole.pipeThrough(gunzip);
}
