import { asciiDigits } from "./ascii-digits.ts";

/**
 * Returns what a text looks like that a person has typed or copied: without the invisible marks that copying adds, with the
 * letters and digits of ASCII for wide ones and for Arabic-Indic digits.
 */
export function plainText(typed: string): string {
  return asciiDigits(typed.normalize("NFKC").replaceAll(/\p{Cf}/gu, "")).trim();
}
