/** Whether a string has more than `max` characters, counted in code points. It stops at the limit. */
export function isLongerThan(text: string, max: number): boolean {
  // A code point is one or two UTF-16 units, which `length` counts.
  if (text.length <= max) return false;
  if (text.length > 2 * max) return true;
  let count = 0;
  for (const _ of text) if (++count > max) return true;
  return false;
}

/** Returns the size of a string in UTF-8 bytes. */
export function utf8Bytes(text: string): number {
  return Buffer.byteLength(text);
}
