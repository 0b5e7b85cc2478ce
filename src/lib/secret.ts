import { crc32 } from "./hash.ts";
import { randomText } from "./ids.ts";

const FORM = /^aftersale_(?:pub_)?([0-9a-z]{16})([0-9a-z]{32})([0-9a-z]{7})$/;

/**
 * Returns a new API secret: `aftersale_`, 16 characters that identify it, 32 random characters (160 bits),
 * and a checksum. The prefix lets secret scanners detect it; the checksum rejects typing errors without a
 * database query. A publishable secret, which every visitor of a page can read, begins with `aftersale_pub_`.
 */
export function newSecret(kind: "secret" | "publishable" = "secret"): { secret: string; lookup: string } {
  const lookup = randomText(16);
  const body = lookup + randomText(32);
  const prefix = kind === "publishable" ? "aftersale_pub_" : "aftersale_";
  return { secret: `${prefix}${body}${checksum(body)}`, lookup };
}

/** Returns the part of a secret that identifies it; undefined for a string that is not an API secret. */
export function lookupOf(secret: string): string | undefined {
  const [, lookup, hidden, sum] = FORM.exec(secret) ?? [];
  if (!lookup || !hidden || sum !== checksum(lookup + hidden)) return undefined;
  return lookup;
}

function checksum(body: string): string {
  return crc32(body).toString(36).padStart(7, "0");
}
