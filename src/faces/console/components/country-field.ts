import { countriesIn, countryCodeOf } from "../../../lib/country-codes.ts";
import { say } from "../texts/texts.ts";
import type { Field } from "./form.ts";

/**
 * Returns the choice of a country, by the names of a language. What an order names its country by is found in it; a name that
 * no country has stays a choice.
 */
export function countryField(
  { known, language }: { known: string; language: string },
  named: Pick<Field, "name" | "label" | "pointer">,
): Field {
  const value = countryCodeOf(known) ?? known;
  const countries = countriesIn(language).map(([title, code]) => ({ value: code, title }));
  const isListed = value === "" || countries.some((each) => each.value === value);
  return {
    ...{ ...named, type: "select", value },
    options: [
      { value: "", title: say("Choose a country") },
      ...(isListed ? [] : [{ value, title: value }]),
      ...countries,
    ],
  };
}
