import { LANGUAGES, type Language } from "../../lib/languages.ts";
import { acceptedTags, languageOfTag } from "../pages/accept-language.ts";

/** Returns the language of a page: the one that the menu has chosen, else the browser's first that there is, else English. */
export function languageOf({ searchParams }: URL, headers: Headers): Language {
  const wanted = [searchParams.get("lang"), ...acceptedTags(headers)];
  return (
    wanted.map((tag) => languageOfTag(tag, LANGUAGES)).find((language) => language !== undefined) ?? "en"
  );
}
