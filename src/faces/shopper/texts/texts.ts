import { isolatedIn } from "../../../lib/isolated.ts";
import type { Language } from "../../../lib/languages.ts";
import { ar } from "./ar.ts";
import { de } from "./de.ts";
import { en } from "./en.ts";
import { es } from "./es.ts";
import { fr } from "./fr.ts";
import { it } from "./it.ts";
import { nl } from "./nl.ts";
import { pl } from "./pl.ts";
import type { Texts } from "./texts-shape.ts";

const TEXTS: Record<Language, Texts> = { en, de, fr, es, it, nl, pl, ar };

/** Returns the texts of the shopper's pages in a language. */
export function textsIn(language: Language): Texts {
  return TEXTS[language];
}

/** Returns a text with values in place of its `{names}`. */
export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = values[name];
    return value === undefined ? placeholder : isolatedIn(text, String(value));
  });
}
