import type { Content, PerReader, Reader } from "../../pages/html.ts";
import { de } from "./de.ts";
import { en } from "./en.ts";
import { es } from "./es.ts";
import { fr } from "./fr.ts";
import type { Plural } from "./settings-shape.ts";
import type { Texts } from "./texts-shape.ts";

/** The console's texts by language. */
export const TEXTS: Record<string, Texts> = { en, de, fr, es };

type Values = Record<string, Content>;

/** Returns a text in the reader's language, with values in place of its `{names}`. */
export function say(pick: (texts: Texts) => string, values?: Values): PerReader {
  return ({ language }) => {
    const text = pick(textsIn(language));
    return values ? filled(text, values) : text;
  };
}

/** Returns the form of a text that goes with a number in the reader's language; `{count}` stands for it. */
export function sayCount(pick: (texts: Texts) => Plural, count: number, values: Values = {}): PerReader {
  return ({ language, locale }) => {
    const forms = pick(textsIn(language));
    const form = forms[new Intl.PluralRules(language).select(count)] ?? forms.other;
    return filled(form, { count: new Intl.NumberFormat(locale).format(count), ...values });
  };
}

/** Returns a sentence of the service in the reader's language; one that the language lacks stays in English. */
export function translated(sentence: string, { language }: Pick<Reader, "language">): string {
  for (const [english, text] of Object.entries(textsIn(language).sentences)) {
    const values = patternOf(english).exec(sentence);
    if (values) return text.replaceAll(/\{(\d)\}/g, (_, place: string) => values[Number(place)] ?? "");
  }
  return sentence;
}

/** `{1}` stands for any text. */
const patternOf = memoized((english: string) => {
  const parts = english.split(/\{\d\}/).map((part) => part.replaceAll(/[$()*+.?[\\\]^{|}]/g, "\\$&"));
  return new RegExp(`^${parts.join("(.+?)")}$`, "s");
});

function memoized(make: (text: string) => RegExp): (text: string) => RegExp {
  const made = new Map<string, RegExp>();
  return (text) => {
    const pattern = made.get(text) ?? make(text);
    made.set(text, pattern);
    return pattern;
  };
}

function textsIn(language: string): Texts {
  return TEXTS[language] ?? en;
}

/** In an attribute only texts and numbers can stand: without markup the result is one text. */
function filled(text: string, values: Values): Content {
  const parts = text
    .split(/\{(\w+)\}/)
    .map((part, i) => (i % 2 === 0 ? part : (values[part] ?? `{${part}}`)));
  return parts.every((part) => typeof part === "string" || typeof part === "number") ? parts.join("") : parts;
}
