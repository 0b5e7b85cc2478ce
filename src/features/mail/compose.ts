import { isolatedIn } from "../../lib/isolated.ts";
import type { Language } from "../../lib/languages.ts";
import { cutText } from "../../lib/text.ts";
import type { MailWordsDocument } from "../../platform/db/documents/mail-words.ts";
import type { AnyMailKind, MailText, MailTexts, MailValues } from "./kinds.ts";
import { AR } from "./texts/ar.ts";
import { DE } from "./texts/de.ts";
import { EN } from "./texts/en.ts";
import { ES } from "./texts/es.ts";
import { FR } from "./texts/fr.ts";
import { IT } from "./texts/it.ts";
import { NL } from "./texts/nl.ts";
import { PL } from "./texts/pl.ts";

export const TEXTS: Record<Language, MailTexts> = {
  ...{ en: EN, de: DE, fr: FR, es: ES, it: IT, nl: NL, pl: PL, ar: AR },
};

/** The link of a mail. One without an address is known only when the mail is sent. */
export type MailLink = { url: string | null };

type Composed = {
  storeName: string;
  language: Language;
  /** What the store says instead. */
  replaced: Pick<Partial<MailText>, "subject" | "text"> | undefined;
  link: MailLink | undefined;
  withdrawal: { label: string; url: string } | undefined;
};

const MAX_LINE = 250;
const MAX_VALUE = 2_000;
const PLACEHOLDER = /\{(\w+)\}/g;

/** Returns what a mail says, in plain words: its text and its HTML are both made of them. */
export function composeMail<Kind extends AnyMailKind>(
  kind: Kind,
  values: MailValues[Kind],
  { storeName, language, replaced, link, withdrawal }: Composed,
): MailWordsDocument {
  const own: MailText = TEXTS[language][kind];
  const all: Record<string, string> = { ...values, store: storeName };
  const fill = (text: string) => fillIn(text, all);
  const facts = (own.facts ?? []).filter((fact) => namesOf(fact).every((name) => all[name]));
  const { statement } = all;
  return {
    subject: cutText(oneLine(fill(replaced?.subject ?? own.subject)), MAX_LINE),
    paragraphs: [
      ...[...paragraphsOf(replaced?.text ?? own.text), ...facts].map((text) => ({ text: fill(text) })),
      ...(statement === undefined ? [] : [{ text: statement }]),
      ...(link && own.link ? [{ text: own.link, link }] : []),
      ...(withdrawal ? [{ text: withdrawal.label, link: { url: withdrawal.url } }] : []),
      { text: storeName },
    ],
  };
}

/** Returns the names that a text has placeholders of. */
export function namesOf(text: string): string[] {
  return [...text.matchAll(PLACEHOLDER)].map(([, name = ""]) => name);
}

/** A name that the kind doesn't have stays as it is written. */
function fillIn(text: string, values: Record<string, string>): string {
  return text.replaceAll(PLACEHOLDER, (written, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined) return written;
    return isolatedIn(text, cutText(oneLine(value), MAX_VALUE));
  });
}

function paragraphsOf(text: string): string[] {
  return text.split(/\n\s*\n/).filter((paragraph) => paragraph.trim() !== "");
}

/** Neither a line break nor another control character. */
function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();
}
