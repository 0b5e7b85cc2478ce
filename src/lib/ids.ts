const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

let lastTime = 0;
let countInTime = 0;

/**
 * Returns a new opaque id such as `ret_01jd8x…`: the prefix, 48 bits of time, a counter within the
 * millisecond, and 60 random bits. Ids that one process creates later sort later, which keeps inserts at the
 * right edge of an index and rows of one millisecond in order.
 */
export function newId(prefix: string): string {
  const now = Date.now();
  countInTime = now > lastTime ? 0 : countInTime + 1;
  lastTime = Math.max(now, lastTime);
  return `${prefix}_${digits(lastTime, 10)}${digits(countInTime, 4)}${randomText(12)}`;
}

/** Returns a lower bound of the ids created at or after a moment; it sorts after all earlier ids. */
export function firstIdAt(prefix: string, moment: Date): string {
  return `${prefix}_${digits(moment.getTime(), 10)}`;
}

function digits(value: number, length: number): string {
  let text = "";
  for (let rest = value; text.length < length; rest = Math.floor(rest / 32))
    text = ALPHABET[rest % 32] + text;
  return text;
}

/** Returns `length` random characters of 5 bits each. */
export function randomText(length: number): string {
  let text = "";
  for (const byte of crypto.getRandomValues(new Uint8Array(length))) text += ALPHABET[byte & 31];
  return text;
}

const RANDOM_BYTES_PER_UUID = 10;
const POOL_SIZE = 256;
let pool = "";
let used = POOL_SIZE;

/** Returns a new UUID of version 7: 48 bits of time and 74 random bits, so that later ids sort later. */
export function newUuid(): string {
  // Random bytes are pooled: each call costs as much as recording an event.
  if (used === POOL_SIZE) {
    pool = crypto.getRandomValues(new Uint8Array(RANDOM_BYTES_PER_UUID * POOL_SIZE)).toHex();
    used = 0;
  }
  const at = used++ * RANDOM_BYTES_PER_UUID * 2;
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

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether a string is a UUID as the database writes them. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}
