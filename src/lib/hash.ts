/** Returns the SHA-256 of a string's UTF-8 bytes, as lower-case hex. */
export async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return new Uint8Array(digest).toHex();
}

/** Whether two strings are equal, in a time that depends only on their lengths. */
export function equalInConstantTime(a: string, b: string): boolean {
  let difference = a.length ^ b.length;
  for (let i = 0; i < Math.min(a.length, b.length); i++) difference |= a.charCodeAt(i) ^ b.charCodeAt(i);
  return difference === 0;
}

const CRC_OF_BYTE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  return crc;
});

/** Returns the CRC-32 (ISO-HDLC, as in zip and PNG) of an ASCII string. */
export function crc32(text: string): number {
  let crc = 0xffffffff;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    crc = (crc >>> 8) ^ (CRC_OF_BYTE[(crc ^ code) & 0xff] ?? 0) ^ (code >>> 8);
  }
  return (crc ^ 0xffffffff) >>> 0;
}

/** Returns a 64-bit, non-cryptographic hash of a string as 16 hex digits. */
export function digest64(text: string): string {
  const [first, second] = wordsOf(text);
  return hex(first) + hex(second);
}

/** Returns a 53-bit, non-cryptographic hash of a string: of very many, numbers take a fraction of the memory of texts. */
export function digest53(text: string): number {
  const [first, second] = wordsOf(text);
  return (first & 0x1fffff) * 2 ** 32 + (second >>> 0);
}

/** FNV-1a with two offsets; the second hash also includes the position of each character. */
function wordsOf(text: string): [number, number] {
  let first = 0x811c9dc5;
  let second = 0x01000193;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    first = Math.imul(first ^ code, 0x01000193);
    second = Math.imul(second ^ (code + i), 0x01000193);
  }
  return [first, second];
}

function hex(word: number): string {
  return (word >>> 0).toString(16).padStart(8, "0");
}
