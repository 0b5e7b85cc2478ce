const PART_BYTES = 1 << 20;
const LINE_FEED = 10;

/**
 * Joins the chunks of COPY's text to parts of whole rows, of about a megabyte. A part is overwritten when the
 * next but one is asked for: two buffers serve a table of any size.
 */
export async function* parts(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  let buffer = Buffer.allocUnsafeSlow(PART_BYTES);
  let other = Buffer.allocUnsafeSlow(PART_BYTES);
  let used = 0;
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length; ) {
      if (used === buffer.length) {
        const end = buffer.lastIndexOf(LINE_FEED) + 1;
        if (end === 0) {
          buffer = enlarged(buffer);
          continue;
        }
        yield buffer.subarray(0, end);
        const rest = buffer.subarray(end);
        const isUsual = other.length === PART_BYTES && rest.length < PART_BYTES;
        const next = isUsual ? other : Buffer.allocUnsafeSlow(Math.max(PART_BYTES, rest.length + 1));
        next.set(rest);
        used = rest.length;
        [buffer, other] = [next, buffer];
      }
      const taken = chunk.subarray(at, at + buffer.length - used);
      buffer.set(taken, used);
      used += taken.length;
      at += taken.length;
    }
  }
  if (used > 0) yield buffer.subarray(0, used);
}

/** A row may be larger than a part. */
function enlarged(buffer: Buffer<ArrayBuffer>): Buffer<ArrayBuffer> {
  const larger = Buffer.allocUnsafeSlow(2 * buffer.length);
  larger.set(buffer);
  return larger;
}

/** Returns the rows that end in a part of COPY's text: a line feed ends a row and stands nowhere else. */
export function count(part: Uint8Array): number {
  let rows = 0;
  for (let at = part.indexOf(LINE_FEED); at >= 0; at = part.indexOf(LINE_FEED, at + 1)) rows++;
  return rows;
}
