/** Yields slices of at most `maxCount` items and `maxBytes` bytes; a larger item is a slice of its own. */
export function* slicesByBytes<Sized extends { bytes: number }>(
  all: Sized[],
  maxBytes: number,
  maxCount = Number.POSITIVE_INFINITY,
): Generator<Sized[]> {
  let slice: Sized[] = [];
  let bytes = 0;
  for (const item of all) {
    const isFull = slice.length === maxCount || bytes + item.bytes > maxBytes;
    if (slice.length > 0 && isFull) {
      yield slice;
      slice = [];
      bytes = 0;
    }
    slice.push(item);
    bytes += item.bytes;
  }
  if (slice.length > 0) yield slice;
}
