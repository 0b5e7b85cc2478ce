const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

/**
 * A new opaque id such as `ret_01jd8x…`: the prefix, 48 bits of time and 80 random bits. Ids made later sort later,
 * to the millisecond, which keeps inserts at the right edge of their index.
 */
export function newId(prefix: string): string {
  let time = Date.now();
  let head = "";
  for (let i = 0; i < 10; i++) {
    head = ALPHABET[time % 32] + head;
    time = Math.floor(time / 32);
  }
  return `${prefix}_${head}${randomText(16)}`;
}

/** `length` random characters of an alphabet of 32: 5 bits each. */
export function randomText(length: number): string {
  let text = "";
  for (const byte of crypto.getRandomValues(new Uint8Array(length))) text += ALPHABET[byte & 31];
  return text;
}
