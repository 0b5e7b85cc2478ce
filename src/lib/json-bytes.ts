/** How many bytes the JSON text of a value takes in UTF-8. */
export function jsonBytes(value: unknown): number {
  const text = JSON.stringify(value);
  return text === undefined ? 0 : utf8Bytes(text);
}

const OTHER_THAN_ASCII = /[^ -~]/;

/** How many bytes a text takes in UTF-8. */
export function utf8Bytes(text: string): number {
  if (!OTHER_THAN_ASCII.test(text)) return text.length;
  let bytes = 0;
  // A surrogate is one of the two halves of four bytes.
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 0x80) bytes += 1;
    else if (code < 0x800 || (code >= 0xd800 && code < 0xe000)) bytes += 2;
    else bytes += 3;
  }
  return bytes;
}
