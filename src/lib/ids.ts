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

/** What sorts before every id that is made from a moment on, and behind those that were made before. */
export function firstIdAt(prefix: string, moment: Date): string {
  return `${prefix}_${digits(moment.getTime(), 10)}`;
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

const RANDOM_PER_UUID = 10;
const POOLED = 256;
let pool = "";
let used = POOLED;

/** A new UUID of version 7: 48 bits of time and 74 random bits, so that ids made later sort later. */
export function newUuid(): string {
  // Randomness is asked for seldom: each time costs as much as a whole event.
  if (used === POOLED) {
    pool = crypto.getRandomValues(new Uint8Array(RANDOM_PER_UUID * POOLED)).toHex();
    used = 0;
  }
  const at = used++ * RANDOM_PER_UUID * 2;
  const time = Date.now().toString(16).padStart(12, "0");
  const variant = "89ab"[Number.parseInt(pool.charAt(at), 16) & 3] ?? "8";
  return [
    time.slice(0, 8),
    time.slice(8),
    `7${pool.slice(at + 1, at + 4)}`,
    `${variant}${pool.slice(at + 4, at + 7)}`,
    pool.slice(at + 7, at + 19),
  ].join("-");
}
