import { countryCodeOf, countryName } from "../../lib/country-codes.ts";

export type Country = { name: string | null; code: string | null };

/**
 * Returns the English name and the code of a country from its code or its name, as shops write them. Any other string
 * is returned as the name, an empty string as null.
 */
export function countryOf(input: string): Country {
  const code = countryCodeOf(input);
  return code ? { name: countryName(code) ?? null, code } : { name: input.trim() || null, code: null };
}
