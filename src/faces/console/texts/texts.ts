import type { Content, Label, PerReader, Reader } from "../../pages/html.ts";
import { labelText } from "../../pages/html.ts";
import { ACCOUNT } from "./account.ts";
import { CAUSES } from "./causes.ts";
import { CLIENTS } from "./clients.ts";
import { CONNECTIONS } from "./connections.ts";
import { DATA } from "./data.ts";
import { FAILURES } from "./failures.ts";
import { FRAME } from "./frame.ts";
import { HOME } from "./home.ts";
import { ONE_RETURN } from "./one-return.ts";
import { POLICY } from "./policy.ts";
import { POLICY_FORM } from "./policy-form.ts";
import { RETURNS } from "./returns.ts";
import { SEGMENT_TEXTS } from "./segments.ts";
import { SENTENCES } from "./sentences.ts";
import { SETTINGS } from "./settings.ts";
import { SHOP } from "./shop.ts";
import { STATUSES } from "./statuses.ts";
import type { Translations } from "./translations.ts";
import { WAREHOUSE } from "./warehouse.ts";
import { WEBHOOKS } from "./webhooks.ts";

/** The languages of the console, and what each calls itself. */
export const LANGUAGES = { en: "English", de: "Deutsch", fr: "Français", es: "Español" } as const;

const SAID = { ...FRAME, ...ACCOUNT, ...SETTINGS, ...STATUSES, ...RETURNS, ...ONE_RETURN, ...POLICY, ...WAREHOUSE, ...HOME, ...SHOP, ...DATA, ...WEBHOOKS, ...CLIENTS, ...SEGMENT_TEXTS, ...POLICY_FORM, ...CONNECTIONS };

/** What the service says, in English. */
const SERVICE = { ...FAILURES, ...SENTENCES, ...CAUSES };
const SERVICE_SENTENCES = Object.keys(SERVICE);

/** What the console says, in English. */
export type Sentence = keyof typeof SAID;

/** A sentence without values. */
export type Plain = { [Each in Sentence]: [NamesIn<Each>] extends [never] ? Each : never }[Sentence];

/** The texts of each language by the sentence. */
export const TEXTS: Record<string, Record<string, string>> = {
  en: textsOf(SAID, (sentence) => sentence.replace(/#\w+$/, "")),
  de: textsOf({ ...SAID, ...SERVICE }, (_, [de]) => de),
  fr: textsOf({ ...SAID, ...SERVICE }, (_, [, fr]) => fr),
  es: textsOf({ ...SAID, ...SERVICE }, (_, [, , es]) => es),
};

function textsOf(all: Translations, pick: (sentence: string, texts: Translations[string]) => string): Record<string, string> {
  return Object.fromEntries(Object.entries(all).map(([sentence, texts]) => [sentence, pick(sentence, texts)]));
}

type NamesIn<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;

/** What is to be given with a sentence: the values that it names, and the number that decides between two forms. */
type Given<Text> = [NamesIn<Text> | CountIn<Text>] extends [never] ? [] : [values: { [Name in NamesIn<Text> | CountIn<Text>]: Name extends "count" ? number : Content }];
type CountIn<Text> = Text extends `${string} | ${string}` ? "count" : never;

/** Returns a sentence in the reader's language, with values in place of its `{names}`, numbers as the reader writes them. */
export function say<Text extends Sentence>(sentence: Text, ...[values]: Given<Text>): PerReader {
  return (reader) => {
    const text = TEXTS[reader.language]?.[sentence] ?? sentence;
    return values === undefined ? text : filled(text, values, reader);
  };
}

/** Returns one of the two forms of a sentence, for a script that fills it in. */
export function sayForm(sentence: Sentence, form: "one" | "other"): PerReader {
  return ({ language }) => {
    const [one = "", other = one] = (TEXTS[language]?.[sentence] ?? sentence).split(" | ");
    return form === "one" ? one : other;
  };
}

/** Returns texts as one, with a separator between them. */
export function joined(texts: readonly Label[], separator: string): PerReader {
  return (reader) => texts.map((text) => labelText(text, reader)).join(separator);
}

/**
 * Returns a sentence of the service in the reader's language, and those that it quotes; one that the language lacks stays in
 * English.
 */
export function translated(sentence: string, { language }: Pick<Reader, "language">): string {
  for (const english of SERVICE_SENTENCES) {
    const found = patternOf(english).exec(sentence);
    if (found) return (TEXTS[language]?.[english] ?? english).replaceAll(/\{(\d)\}/g, (_, place: string) => translated(found[Number(place)] ?? "", { language }));
  }
  return sentence;
}

/** `{1}` stands for any text. */
const patternOf = memoized((english: string) => {
  const parts = english.split(/\{\d\}/).map((part) => part.replaceAll(/[$()*+.?[\\\]^{|}]/g, "\\$&"));
  return new RegExp(`^${parts.join("(.+?)")}$`, "s");
});

/** Returns the forms of a text, each in parts, every second of which is the name of a value. */
const formsOf = memoized((text: string) => text.split(" | ").map((form) => form.split(/\{(\w+)\}/)));
const pluralRules = memoized((language: string) => new Intl.PluralRules(language));
/** Returns the format of whole numbers in a language and country. */
export const numberFormat = memoized((locale: string) => new Intl.NumberFormat(locale));

/** Returns the format of numbers at an axis. */
export const compactFormat = memoized((locale: string) => new Intl.NumberFormat(locale, { notation: "compact" }));

/** Returns the format of numbers with one digit after the point. */
export const tenthsFormat = memoized((locale: string) => new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 }));

/** Returns the format of numbers with at most two digits after the point. */
export const hundredthsFormat = memoized((locale: string) => new Intl.NumberFormat(locale, { maximumFractionDigits: 2 }));

/** What is made once for each of the texts, languages and countries that there are. */
function memoized<Made>(make: (text: string) => Made): (text: string) => Made {
  const made = new Map<string, Made>();
  return (text) => {
    const known = made.get(text);
    if (known !== undefined) return known;
    if (made.size >= MAX_MEMOIZED) made.clear();
    const fresh = make(text);
    made.set(text, fresh);
    return fresh;
  };
}

const MAX_MEMOIZED = 20_000;

/** In an attribute only texts and numbers can stand: without markup the result is one text. */
function filled(text: string, values: Record<string, Content>, reader: Reader): Content {
  const forms = formsOf(text);
  const isOne = pluralRules(reader.language).select(Number(values.count)) === "one";
  const form = (isOne ? forms[0] : forms.at(-1)) ?? [];
  const parts = form.map((part, i) => (i % 2 === 0 ? part : written(values[part], reader)));
  return parts.every((part) => typeof part === "string") ? parts.join("") : parts;
}

function written(value: Content, reader: Reader): Content {
  if (typeof value === "number") return numberFormat(reader.locale).format(value);
  return typeof value === "function" ? written(value(reader), reader) : (value ?? "");
}
