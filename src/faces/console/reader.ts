import { acceptedTags, countryOfTag } from "../pages/accept-language.ts";
import type { Reader } from "../pages/html.ts";

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
