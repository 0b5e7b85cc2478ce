/** Sized things in slices of at most so many that are about as large at most; what is larger alone is a slice of its own. */
export function* slicesByBytes<Sized extends { bytes: number }>(
  all: Sized[],
  maxBytes: number,
  maxCount = Number.POSITIVE_INFINITY,
): Generator<Sized[]> {
  let slice: Sized[] = [];
  let bytes = 0;
  for (const one of all) {
    const isFull = slice.length === maxCount || bytes + one.bytes > maxBytes;
    if (slice.length > 0 && isFull) {
      yield slice;
      slice = [];
      bytes = 0;
    }
    slice.push(one);
    bytes += one.bytes;
  }
  if (slice.length > 0) yield slice;
}
