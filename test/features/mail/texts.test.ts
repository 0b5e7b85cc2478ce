import { describe, expect, test } from "bun:test";
import { composeMail, namesOf, TEXTS } from "../../../src/features/mail/compose.ts";
import type { MailTexts } from "../../../src/features/mail/kinds.ts";
import { htmlOf, textOf, writeMessage } from "../../../src/features/mail/message.ts";
import { LANGUAGES } from "../../../src/lib/languages.ts";

const KINDS = Object.keys(TEXTS.en).filter((kind) => kind !== "withdraw") as Exclude<
  keyof MailTexts,
  "withdraw"
>[];
const plain = { storeName: "Shop", replaced: undefined, link: undefined, withdrawal: undefined };

describe("texts", () => {
  test("each language names what English names, in the same part of the same mail", () => {
    const names = (texts: MailTexts) =>
      KINDS.map((kind) => {
        const { subject, text, facts = [], link } = texts[kind];
        const each = [subject, ...facts].map((part) => namesOf(part).toSorted());
        return [kind, ...each, [...new Set(namesOf(text))].toSorted(), typeof link];
      });
    for (const language of LANGUAGES) {
      expect([language, names(TEXTS[language])]).toEqual([language, names(TEXTS.en)]);
    }
    expect(KINDS).toHaveLength(12);
  });

  test("no text is that of another language, and none is empty", () => {
    for (const kind of KINDS) {
      const texts = LANGUAGES.map((language) => TEXTS[language][kind].text);
      expect([kind, new Set(texts).size]).toEqual([kind, LANGUAGES.length]);
    }
  });
});

describe("a mail's words", () => {
  test("a value can end no line of a header, and is no markup in the HTML", async () => {
    const order = '1\r\nBcc: eve@example.com\u2028<b>&"';
    const words = composeMail("return_cancelled", { order }, { ...plain, language: "en" });
    expect(words.subject).toBe('Your return of order 1 Bcc: eve@example.com <b>&" was cancelled');
    expect(htmlOf(words, "en")).toContain("1 Bcc: eve@example.com &lt;b&gt;&amp;&quot;");
    const { bytes } = await writeMessage(words, {
      ...{ id: "mai_1", messageId: "<mai_1@shop.example>", language: "en", date: new Date() },
      ...{ from: { name: "Shop\r\nBcc: eve@example.com", address: "a@shop.example" } },
      ...{ to: "ann@example.com", replyTo: "help@shop.example" },
    });
    const [head = ""] = bytes.toString().split("\r\n\r\n");
    expect(head).not.toMatch(/^Bcc/im);
  });

  test("a subject and a value that are too long are cut between characters", () => {
    for (const before of ["", "1"]) {
      const order = before + "\u{1f381}".repeat(3_000);
      const { subject, paragraphs } = composeMail(
        "return_cancelled",
        { order },
        { ...plain, language: "en" },
      );
      expect([subject, ...paragraphs.map(({ text }) => text)].filter((text) => !text.isWellFormed())).toEqual(
        [],
      );
      expect([...subject]).toHaveLength(250);
    }
  });

  test("text and HTML say the same, in Arabic from right to left", () => {
    const statement = "I withdraw.\n\n<Ann>";
    const values = { number: "W-1", time: "2026-07-01T10:00:00+02:00", statement };
    const link = { url: "https://shop.example/receipt?a=1&b=2" };
    for (const language of LANGUAGES) {
      const words = composeMail("withdrawal_receipt", values, { ...plain, language, link });
      const html = htmlOf(words, language);
      expect(html).toContain(`<html lang="${language}" dir="${language === "ar" ? "rtl" : "ltr"}">`);
      const body = html.slice(html.indexOf("<body"));
      const read = body
        .replaceAll(/<a href="([^"]*)">([^<]*)<\/a>/g, "$2:\n$1")
        .replaceAll("</p>\n<p", "</p>\n\n<p")
        .replaceAll(/<[^>]*>/g, "")
        .replaceAll("&lt;", "<")
        .replaceAll("&#39;", "'")
        .replaceAll("&gt;", ">")
        .replaceAll("&amp;", "&");
      expect(read.trim()).toBe(textOf(words).trim());
      expect(textOf(words)).toContain(statement);
    }
  });

  test("a value that is written in the other direction doesn't change that of the words beside it", () => {
    const own = "\u0642\u0645\u064a\u0635";
    const subject = (language: "en" | "ar", order: string) =>
      composeMail("return_cancelled", { order }, { ...plain, language }).subject;
    expect(subject("en", own)).toBe(`Your return of order \u2068${own}\u2069 was cancelled`);
    expect(subject("en", "1001-A")).toBe("Your return of order 1001-A was cancelled");
    expect(subject("ar", "1001-A")).toContain("\u20681001-A\u2069");
    expect(subject("ar", own)).not.toContain("\u2068");
  });

  test("a store's text replaces the beginning; facts, statement and link stay", () => {
    const replaced = { subject: "Moin {order}", text: "Erste {order}.\n\nZweite {unknown}." };
    const composed = composeMail(
      "return_refused",
      { order: "7", reason: "worn" },
      { ...plain, language: "de", replaced, link: { url: "https://shop.example/r" } },
    );
    expect(composed).toEqual({
      subject: "Moin 7",
      paragraphs: [
        { text: "Erste 7." },
        { text: "Zweite {unknown}." },
        { text: "Grund: worn" },
        { text: "Rücksendung ansehen", link: { url: "https://shop.example/r" } },
        { text: "Shop" },
      ],
    });
  });

  test("a fact whose value isn't known is left out", () => {
    const words = composeMail("return_refused", { order: "7", reason: "" }, { ...plain, language: "en" });
    expect(words.paragraphs.map(({ text }) => text)).toEqual([
      "We can't accept your return of order 7.",
      "Shop",
    ]);
  });

  test("a link that is no web address is no link in the HTML", () => {
    const words = composeMail(
      "label_ready",
      { order: "7" },
      { ...plain, language: "en", link: { url: "javascript:alert(1)" } },
    );
    expect(htmlOf(words, "en")).not.toContain("href");
    // Both forms of the mail say it.
    expect(textOf(words)).toContain("Open the label:\njavascript:alert(1)\n");
    expect(htmlOf(words, "en")).toContain("<p>Open the label:<br>\njavascript:alert(1)</p>");
  });
});
