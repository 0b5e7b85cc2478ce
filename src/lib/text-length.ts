/** Whether a string has more than `max` characters, counted in code points. It stops at the limit. */
export function isLongerThan(text: string, max: number): boolean {
  // A code point is one or two UTF-16 units, which `length` counts.
  if (text.length <= max) return false;
  if (text.length > 2 * max) return true;
  let count = 0;
  for (const _ of text) if (++count > max) return true;
  return false;
}

const NON_ASCII = /[^ -~]/;

/** Returns the size of a string in UTF-8 bytes. */
export function utf8Bytes(text: string): number {
  if (!NON_ASCII.test(text)) return text.length;
  let bytes = 0;
  // A surrogate pair takes four bytes: two for each half.
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 0x80) bytes += 1;
    else if (code < 0x800 || (code >= 0xd800 && code < 0xe000)) bytes += 2;
    else bytes += 3;
  }
  return bytes;
}
