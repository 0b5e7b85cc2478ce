const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

let lastTime = 0;
let madeInIt = 0;

/**
 * A new opaque id such as `ret_01jd8x…`: the prefix, 48 bits of time, how many were made in that millisecond, and 60 random
 * bits. Ids that one process makes later sort later, which keeps inserts at the right edge of their index and lists of
 * things made in one millisecond in order.
 */
export function newId(prefix: string): string {
  const now = Date.now();
  madeInIt = now > lastTime ? 0 : madeInIt + 1;
  lastTime = Math.max(now, lastTime);
  return `${prefix}_${digits(lastTime, 10)}${digits(madeInIt, 4)}${randomText(12)}`;
}

function digits(value: number, length: number): string {
  let text = "";
  for (let rest = value; text.length < length; rest = Math.floor(rest / 32))
    text = ALPHABET[rest % 32] + text;
  return text;
}

/** `length` random characters of an alphabet of 32: 5 bits each. */
export function randomText(length: number): string {
  let text = "";
  for (const byte of crypto.getRandomValues(new Uint8Array(length))) text += ALPHABET[byte & 31];
  return text;
}
