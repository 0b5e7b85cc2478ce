/** Sized things in slices that are about as large at most; what is larger alone is a slice of its own. */
export function* slicesByBytes<Sized extends { bytes: number }>(
  all: Sized[],
  maxBytes: number,
): Generator<Sized[]> {
  let slice: Sized[] = [];
  let bytes = 0;
  for (const one of all) {
    if (slice.length > 0 && bytes + one.bytes > maxBytes) {
      yield slice;
      slice = [];
      bytes = 0;
    }
    slice.push(one);
    bytes += one.bytes;
  }
  if (slice.length > 0) yield slice;
}
