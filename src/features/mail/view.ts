import type { MailWordsDocument } from "../../platform/db/documents/mail-words.ts";
import type { mails } from "../../platform/db/tables/mails.ts";
import { isForPeople } from "./kinds.ts";
import { textOf } from "./message.ts";
import type { Mail } from "./schema.ts";

type Shown = Omit<
  typeof mails.$inferSelect,
  "storeId" | "streamId" | "seq" | "secretLink" | "requestId" | "tries"
>;

/** Returns a mail as the API shows it: not what it says to people who use the console. */
export function mailView(row: Omit<Shown, "finishedAt">): Mail {
  const { id, recipient, kind, language, returnId, withdrawalId, state, messageId, attempts } = row;
  const { error, answer, words, createdAt, attemptedAt } = row;
  return {
    ...{ id, to: recipient, kind, language, returnId, withdrawalId, status: state },
    ...{ messageId, attempts, error, answer, subject: words?.subject ?? null },
    text: words === null || isForPeople(kind) ? null : textOf(withoutSecret(words)),
    createdAt: createdAt.toISOString(),
    attemptedAt: attemptedAt?.toISOString() ?? null,
  };
}

/** The link that only the reader may have isn't shown. */
function withoutSecret({ subject, paragraphs }: MailWordsDocument): MailWordsDocument {
  return { subject, paragraphs: paragraphs.filter(({ link }) => link?.url !== null) };
}
