import { plainText } from "../../lib/plain-text.ts";

/** Returns the form in which the tries for an order's number are counted, however it is typed. */
export function numberKey(typed: string): string {
  return plainNumber(typed).toUpperCase();
}

/**
 * Returns the numbers that a person may mean who has typed or copied one: it as it is, as it looks, and that in capitals or
 * small letters, which a phone changes by itself.
 */
export function numbersMeant(typed: string): string[] {
  const plain = plainNumber(typed);
  return [...new Set([typed, plain, plain.toUpperCase(), plain.toLowerCase()])];
}

/** Returns a number as it looks: its # may stand apart. */
export function plainNumber(typed: string): string {
  return plainText(typed).replace(/^#\s+/, "#");
}
