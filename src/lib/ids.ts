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
export function idsFrom(prefix: string, moment: Date): string {
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

/** A new UUID of version 7: 48 bits of time and 74 random bits, so that ids made later sort later. */
export function newUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const view = new DataView(bytes.buffer);
  const time = Date.now();
  view.setUint16(0, Math.floor(time / 2 ** 32));
  view.setUint32(2, time % 2 ** 32);
  view.setUint8(6, 0x70 | (view.getUint8(6) & 0x0f));
  view.setUint8(8, 0x80 | (view.getUint8(8) & 0x3f));
  const hex = bytes.toHex();
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
