import { expect, test } from "bun:test";
import { textsIn } from "../../../src/faces/shopper/texts/texts.ts";
import { TEXTS as MAIL_TEXTS } from "../../../src/features/mail/compose.ts";
import { TEXTS } from "../../../src/features/withdrawals/texts/texts-of.ts";
import { LANGUAGES, type Language } from "../../../src/lib/languages.ts";

/** Every text that a shopper reads on pages and in mails. */
const textsOf = (language: Language) =>
  JSON.stringify([TEXTS[language], MAIL_TEXTS[language], textsIn(language)]);

test("a mail's link to the withdrawal has the words of the page's, in each language", () => {
  const words = (texts: Record<Language, { withdraw: string }>) =>
    LANGUAGES.map((language) => texts[language].withdraw);
  expect(words(MAIL_TEXTS)).toEqual(words(TEXTS));
});

test("no text for shoppers says please, in any language", () => {
  const polite =
    /\b(?:please|bitte|veuillez|por favor|per favore|prosz[ęe]|alstublieft|gelieve)\b|s['’]il vous|يرجى|يُرجى|الرجاء|من فضلك/giu;
  for (const language of LANGUAGES) {
    expect([language, textsOf(language).match(polite)]).toEqual([language, null]);
  }
});

test("pages and mails address shoppers in one way, the polite one, where a language has two", () => {
  const informal = {
    de: /\b(?:du|dich|dir|dein\w*)\b/giu,
    fr: /\b(?:tu|toi|ton|ta|tes)\b/giu,
    es: /(?<!\p{L})(?:tú|tus?|te|ti)(?!\p{L})/giu,
    it: /\b(?:tu|ti|tuo|tua|tuoi|tue)\b/giu,
    nl: /\b(?:je|jij|jou|jouw)\b/giu,
  };
  for (const [language, words] of Object.entries(informal) as [Language, RegExp][]) {
    expect([language, textsOf(language).match(words)]).toEqual([language, null]);
  }
});

test("a time to wait is said in an abbreviation, which is right for one minute and for many", () => {
  const said = LANGUAGES.map((language) => [language, textsIn(language).errors.tooMany] as const);
  const inflected = said.filter(([, text]) => !/\{minutes\} (?:min|Min|د)\./.test(text));
  expect(inflected).toEqual([]);
});
