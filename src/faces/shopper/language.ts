import { LANGUAGES, type Language } from "../../lib/languages.ts";

/** Returns the language of a page: the one that the menu has chosen, else the browser's first that there is, else English. */
export function languageOf({ searchParams }: URL, headers: Headers): Language {
  return known(searchParams.get("lang")) ?? accepted(headers.get("accept-language") ?? "") ?? "en";
}

const MAX_ACCEPTED = 20;

/** The languages of a header by their weights; those of one weight in their order (RFC 9110, section 12.5.4). */
function accepted(header: string): Language | undefined {
  const ranges = header.split(",", MAX_ACCEPTED).map((range) => {
    const [tag = "", ...parameters] = range.split(";").map((part) => part.trim());
    const weight = parameters.find((parameter) => /^q\s*=/i.test(parameter))?.split("=")[1];
    return { language: known(tag.split("-")[0] ?? ""), weight: weight === undefined ? 1 : Number(weight) };
  });
  const wanted = ranges.filter(({ weight }) => weight > 0).sort((a, b) => b.weight - a.weight);
  return wanted.find(({ language }) => language !== undefined)?.language;
}

function known(text: string | null): Language | undefined {
  return LANGUAGES.find((language) => language === text?.toLowerCase());
}
