import { crc32 } from "./hash.ts";
import { randomText } from "./ids.ts";

const FORM = /^aftersale_([0-9a-z]{16})([0-9a-z]{32})([0-9a-z]{7})$/;

/**
 * A new API secret, `aftersale_` + 16 characters to find it by + 32 that only its owner knows (160 bits) + a checksum.
 * The prefix lets scanners of leaked secrets recognise it; the checksum spares the database a look-up for typing errors.
 */
export function newSecret(): { secret: string; lookup: string } {
  const lookup = randomText(16);
  const body = lookup + randomText(32);
  return { secret: `aftersale_${body}${checksum(body)}`, lookup };
}

/** The part of a secret that it is found by, or undefined when the text cannot be one of ours. */
export function lookupOf(secret: string): string | undefined {
  const [, lookup, hidden, sum] = FORM.exec(secret) ?? [];
  if (!lookup || !hidden || sum !== checksum(lookup + hidden)) return undefined;
  return lookup;
}

function checksum(body: string): string {
  return crc32(body).toString(36).padStart(7, "0");
}
