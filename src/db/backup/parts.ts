const PART_BYTES = 1 << 20;
const LINE_FEED = 10;

/** Joins chunks to parts of about a megabyte. */
export async function* parts(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  let held: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    held.push(chunk);
    bytes += chunk.length;
    if (bytes < PART_BYTES) continue;
    yield Buffer.concat(held, bytes);
    held = [];
    bytes = 0;
  }
  if (bytes > 0) yield Buffer.concat(held, bytes);
}

/** Returns the rows that end in a part of COPY's text: a line feed ends a row and stands nowhere else. */
export function count(part: Uint8Array): number {
  let rows = 0;
  for (let at = part.indexOf(LINE_FEED); at >= 0; at = part.indexOf(LINE_FEED, at + 1)) rows++;
  return rows;
}
