import { escapeText } from "../../lib/escape-text.ts";
import { directionOf } from "../../lib/languages.ts";
import type { Mailbox } from "../../lib/mailbox.ts";
import type { MailWordsDocument } from "../../platform/db/documents/mail-words.ts";

export type Envelope = { from: string; to: string[] };
export type Message = { envelope: Envelope; bytes: Buffer };

type Headers = {
  id: string;
  messageId: string;
  from: Mailbox;
  to: string;
  replyTo: string | null;
  language: string;
  date: Date;
};

/**
 * Returns a mail as it is sent: text and HTML, both of its words. It is the same at each attempt. What composes it is loaded by
 * the first mail.
 */
export async function writeMessage(words: MailWordsDocument, headers: Headers): Promise<Message> {
  const { id, messageId, from, to, replyTo, language, date } = headers;
  const { default: MailComposer } = await import("nodemailer/lib/mail-composer");
  const node = new MailComposer({
    ...{ messageId, from, date, subject: words.subject, to: { name: "", address: to } },
    ...(replyTo !== null && { replyTo: { name: "", address: replyTo } }),
    text: textOf(words),
    html: htmlOf(words, language),
    headers: {
      "Auto-Submitted": "auto-generated",
      "Content-Language": language,
    },
    baseBoundary: id,
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile();
  const envelope = node.getEnvelope();
  return {
    envelope: { from: String(envelope.from || from.address), to: envelope.to },
    bytes: await node.build(),
  };
}

/** Returns the words as plain text. */
export function textOf({ paragraphs }: MailWordsDocument): string {
  const written = paragraphs.map(({ text, link }) => (link ? `${text}:\n${link.url ?? ""}` : text));
  return `${written.join("\n\n")}\n`;
}

/** Returns the words as HTML: nothing in it is loaded from elsewhere. */
export function htmlOf({ subject, paragraphs }: MailWordsDocument, language: string): string {
  const body = paragraphs.map(({ text, link }) => {
    const inner = escapeText(text).replaceAll("\n", "<br>\n");
    if (!link) return `<p dir="auto">${inner}</p>`;
    const url = escapeText(link.url ?? "");
    // An address that no browser may open is read, as in the plain text.
    return isWebUrl(link.url ?? "") ? `<p><a href="${url}">${inner}</a></p>` : `<p>${inner}:<br>\n${url}</p>`;
  });
  return `<!doctype html>
<html lang="${escapeText(language)}" dir="${directionOf(language)}">
<head><meta charset="utf-8"><title>${escapeText(subject)}</title></head>
<body style="font-family: sans-serif; line-height: 1.5; max-width: 40em">
${body.join("\n")}
</body>
</html>
`;
}

function isWebUrl(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}
