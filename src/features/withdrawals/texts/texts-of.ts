import { isolatedIn } from "../../../lib/isolated.ts";
import { LANGUAGES, type Language } from "../../../lib/languages.ts";
import { AR } from "./ar.ts";
import { DE } from "./de.ts";
import { EN } from "./en.ts";
import { ES } from "./es.ts";
import { FR } from "./fr.ts";
import { IT } from "./it.ts";
import { NL } from "./nl.ts";
import { PL } from "./pl.ts";
import type { WithdrawalTexts } from "./texts.ts";

export const TEXTS: Record<Language, WithdrawalTexts> = {
  ...{ en: EN, de: DE, fr: FR, es: ES },
  ...{ it: IT, nl: NL, pl: PL, ar: AR },
};

/** Returns the language of the texts for a language tag, such as `de-AT`; `en` for any other than the known ones. */
export function languageOf(tag: string | null | undefined): Language {
  const primary = (tag ?? "").trim().toLowerCase().split(/[-_]/)[0];
  return LANGUAGES.find((each) => each === primary) ?? "en";
}

/** Returns a text with values in place of `{names}`. A value is never looked into. */
export function fill(text: string, values: Record<string, string | number>): string {
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => isolatedIn(text, String(values[name] ?? "")));
}
