import { acceptedTags, countryOfTag, languageOfTag } from "../pages/accept-language.ts";
import type { Reader } from "../pages/html.ts";
import { LANGUAGES } from "./texts/texts.ts";

/** The languages of the console. */
export const CONSOLE_LANGUAGES = Object.keys(LANGUAGES);

/** Returns the language that a person has chosen, else the browser's first that there is, else English. */
export function consoleLanguage(headers: Headers, chosen: string | undefined): string {
  const wanted = [chosen, ...acceptedTags(headers)];
  const known = wanted.map((tag) => languageOfTag(tag, CONSOLE_LANGUAGES));
  return known.find((language) => language !== undefined) ?? "en";
}

/**
 * Returns who reads a page in a language: dates and numbers are written as in the country that the browser names, and
 * times are those of the store.
 */
export function readerOf(headers: Headers, language: string, timeZone = "UTC"): Reader {
  const country = acceptedTags(headers)
    .map(countryOfTag)
    .find((each) => each !== undefined);
  return { language, locale: country === undefined ? language : `${language}-${country}`, timeZone };
}
