import type { Ctx } from "../../core/ctx.ts";
import { type Lease, nowOf } from "../../core/delivery/leases.ts";
import type { Attempt } from "../../core/delivery/record-attempts.ts";
import { pauseAfter } from "../../core/delivery/retry.ts";
import type { Deliver } from "../../core/delivery/transport.ts";
import type { Mailbox } from "../../lib/mailbox.ts";
import type { MailWordsDocument } from "../../platform/db/documents/mail-words.ts";
import { isForPeople } from "./kinds.ts";
import { type Message, writeMessage } from "./message.ts";
import type { Accepted, Refused, Smtp } from "./smtp.ts";
import type { NextMail } from "./streams.ts";

type Sending = { smtp: Smtp; from: Mailbox; leaseMs: number };

/** Returns the function that makes one attempt to send a mail. */
export function createSend(ctx: Ctx, { smtp, from, leaseMs }: Sending): Deliver<NextMail> {
  return async (lease, mail, begin) => {
    // The lease could lapse before the attempt ends: the caller renews it first.
    if (performance.now() > lease.requestedAt + leaseMs - 2 * ctx.config.mailTimeoutMs) return undefined;
    begin();
    const at = nowOf(lease);
    const startedAt = performance.now();
    const written = await write(ctx, mail, from);
    const sent = "isFinal" in written ? written : await smtp.send(written);
    const durationMs = Math.round(performance.now() - startedAt);
    const attempt = { at, durationMs, ...outcomeOf(ctx, mail, sent, nowOf(lease)) };
    logAttempt(ctx, lease, mail, attempt);
    return attempt;
  };
}

async function write(ctx: Ctx, mail: NextMail, own: Mailbox): Promise<Message | Refused> {
  const { words, secretLink, id, messageId, recipient, replyTo, storeName, language, createdAt } = mail;
  const refused = { status: null, answer: null };
  if (!words) return { ...refused, isFinal: true, reason: "what the mail said is gone" };
  const link = secretLink === null ? null : await ctx.encryption.decrypt(secretLink).catch(() => undefined);
  if (link === undefined) {
    return {
      ...refused,
      isFinal: false,
      reason: "the mail's link is encrypted with another ENCRYPTION_KEY",
    };
  }
  const ofService = isForPeople(mail.kind);
  const address = (ofService ? null : mail.from) ?? own.address;
  const from = { name: ofService ? own.name || storeName : storeName, address };
  return writeMessage(withLink(words, link), {
    ...{ id, messageId, from, language },
    ...{ to: recipient, replyTo: ofService ? null : replyTo, date: new Date(createdAt) },
  });
}

function withLink({ subject, paragraphs }: MailWordsDocument, url: string | null): MailWordsDocument {
  const filled = paragraphs.map((paragraph) =>
    paragraph.link?.url === null ? { ...paragraph, link: { url } } : paragraph,
  );
  return { subject, paragraphs: filled };
}

function outcomeOf(
  ctx: Ctx,
  { tries }: NextMail,
  sent: Accepted | Refused,
  now: Date,
): Omit<Attempt, "at" | "durationMs"> {
  const { mailRetrySchedule: schedule } = ctx.config;
  const [firstPauseMs = 0] = schedule;
  const { status, answer } = sent;
  if (!("isFinal" in sent))
    return { status, answer, error: null, outcome: "delivered", pauseMs: firstPauseMs };
  const failed = { status, answer, error: sent.reason };
  const pauseMs = sent.isFinal
    ? undefined
    : pauseAfter(schedule, { tries: tries + 1, now, random: Math.random() });
  if (pauseMs === undefined) return { ...failed, outcome: "discarded", pauseMs: firstPauseMs };
  return { ...failed, outcome: "waiting", pauseMs };
}

const LEVELS = { delivered: "info", waiting: "warn", discarded: "error" } as const;

/** Without the address, and without what the server said, which may name it. */
function logAttempt(ctx: Ctx, { storeId }: Lease<NextMail>, mail: NextMail, attempt: Attempt): void {
  const { outcome, status, error, durationMs, pauseMs } = attempt;
  ctx.metrics.mailAttempted(outcome, durationMs / 1_000);
  ctx.log[LEVELS[outcome]](
    {
      ...{ requestId: mail.requestId, storeId, mailId: mail.id, kind: mail.kind },
      ...{ attempt: mail.attempts + 1, outcome, status, durationMs },
      ...(error !== null && { error }),
      ...(outcome === "waiting" && { againInMs: pauseMs }),
    },
    "mail attempted",
  );
}
