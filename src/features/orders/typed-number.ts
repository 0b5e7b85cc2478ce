import { asciiDigits } from "../../lib/ascii-digits.ts";

/** Returns the form in which the tries for an order's number are counted, however it is typed. */
export function numberKey(typed: string): string {
  return asciiDigits(typed).toUpperCase();
}

/**
 * Returns the numbers that a person may mean who has typed one: it as it is, with the digits of ASCII, and in capitals or
 * small letters, which a phone changes by itself.
 */
export function numbersMeant(typed: string): string[] {
  const digits = asciiDigits(typed);
  return [...new Set([typed, digits, digits.toUpperCase(), digits.toLowerCase()])];
}
