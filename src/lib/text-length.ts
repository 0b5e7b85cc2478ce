/** Whether a string has more than `most` characters, counted in code points. Reads no further than it must. */
export function isLongerThan(text: string, most: number): boolean {
  // A code point is one or two of the units that `length` counts.
  if (text.length <= most) return false;
  if (text.length > 2 * most) return true;
  let count = 0;
  for (const _ of text) if (++count > most) return true;
  return false;
}
