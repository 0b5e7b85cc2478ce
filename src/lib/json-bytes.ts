/** Returns the size of a value as JSON, in UTF-8 bytes. */
export function jsonBytes(value: unknown): number {
  const text = JSON.stringify(value);
  return text === undefined ? 0 : utf8Bytes(text);
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
