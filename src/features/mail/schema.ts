import { type Static, Type } from "@sinclair/typebox";
import { LANGUAGES } from "../../lib/languages.ts";
import { DateTime, field, MeaningOf, Nullable, OneOf } from "../../lib/schema-types.ts";
import { MAIL_KINDS } from "../stores/settings-schema.ts";

const KINDS = [...MAIL_KINDS, "order_code", "invitation", "sign_in_link", "password_changed"] as const;
export const MailStatus = OneOf(["waiting", "sent", "failed"]);

export type Mail = Static<typeof Mail>;
export const Mail = Type.Object(
  {
    id: field(Type.String(), "The id of the mail.", "mai_01m7yyk8y70000t1eshc79ng9c"),
    to: field(Type.String(), "The address; empty once its person was erased.", "ada@example.com"),
    kind: field(OneOf(KINDS), "What the mail is about; the last three go to people who use the console."),
    language: field(OneOf(LANGUAGES), "The language of its text."),
    returnId: field(
      Nullable(Type.String()),
      "The return that it is about.",
      "ret_01m7yyk8y70000t1eshc79ng9c",
    ),
    withdrawalId: field(
      Nullable(Type.String()),
      "The withdrawal that it is about.",
      "wdr_01m7yyk8y70000t1eshc79ng9c",
    ),
    status: field(MailStatus, "`failed`: the mail server refused it, or all attempts have failed."),
    messageId: field(
      Type.String(),
      "The header `Message-ID`, the same at each attempt.",
      "<mai_01m7yyk8y70000t1eshc79ng9c@shop.example>",
    ),
    attempts: field(Type.Integer(), "How often it was tried.", 1),
    error: field(
      Nullable(Type.String()),
      "Why the last attempt failed.",
      "the mail server refused the recipient",
    ),
    answer: field(
      Nullable(Type.String()),
      "What the mail server answered to the last attempt.",
      "550 5.1.1 no such user",
    ),
    subject: field(Nullable(Type.String()), "The subject; null once its person was erased.", "Your return"),
    text: field(
      Nullable(Type.String()),
      "What it says, as plain text; null once its person was erased, and of mails to people who use the console.",
      "We have received your return.",
    ),
    createdAt: field(DateTime(), "When it was queued."),
    attemptedAt: field(Nullable(DateTime()), "When it was tried last."),
  },
  { title: "Mail" },
);

export type MailWebhook = Static<typeof MailWebhook>;
/** The payload of webhooks with the topic `mail`. */
export const MailWebhook = Type.Object(
  {
    type: field(
      MeaningOf({
        queued: "It was written. A store without a mail server of the service sends it now by its own means.",
        sent: "The mail server has taken it.",
        failed: "It will not be tried again; `mail.error` says why.",
      }),
      "What has happened to the mail.",
    ),
    at: field(DateTime(), "When it has happened; the same on every attempt."),
    merchantName: field(Type.String(), "The store's name.", "Linen & Co"),
    mail: field(Mail, "The mail."),
  },
  { title: "Mail webhook" },
);
