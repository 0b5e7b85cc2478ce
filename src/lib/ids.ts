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

/** The time of the last UUID, and its first digits: many are created in one millisecond. */
let uuidTime = Number.NaN;
let uuidStart = "";

/**
 * Returns a new UUID of version 7: 48 bits of `time` (in milliseconds) and 74 random bits, so that later ids sort
 * later.
 */
export function newUuid(time = Date.now()): string {
  if (time !== uuidTime) {
    const hex = timeHex(time);
    uuidStart = `${hex.slice(0, 8)}-${hex.slice(8)}-7`;
    uuidTime = time;
  }
  // The random bits and the variant are where version 4 has them.
  return uuidStart + crypto.randomUUID().slice(uuidStart.length);
}

/** Returns a lower bound of the UUIDs of version 7 that were created at or after a moment. */
export function firstUuidAt(moment: Date): string {
  const hex = timeHex(moment.getTime());
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

/** Returns the time of a UUID of version 7. */
export function timeOfUuid(uuid: string): Date {
  return new Date(Number.parseInt(uuid.slice(0, 8) + uuid.slice(9, 13), 16));
}

/** 48 bits end in the year 10889; earlier times than 1970 have the first. */
function timeHex(time: number): string {
  return Math.max(0, Math.floor(time)).toString(16).padStart(12, "0");
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether a string is a UUID as the database writes them. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}
