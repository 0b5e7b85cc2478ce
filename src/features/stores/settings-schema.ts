import { type Static, type TOptional, type TSchema, Type } from "@sinclair/typebox";
import { LANGUAGES, type Language } from "../../lib/languages.ts";
import {
  asResponse,
  Email,
  field,
  NonBlankLine,
  NonBlankText,
  Nullable,
  OneOf,
  Text,
} from "../../lib/schema-types.ts";

export const FIRST_STATUSES = ["open", "pre_shipment", "needs_review"] as const;

/** The mails to shoppers. */
export const MAIL_KINDS = [
  ...(["return_received", "label_ready", "return_arrived", "return_refused"] as const),
  ...(["return_refunded", "return_credited", "return_cancelled", "withdrawal_receipt"] as const),
] as const;

const FIND_BY = ["email", "phone", "postal_code"] as const;

/** The shortest withdrawal period of Directive 2011/83/EU, in days. */
export const MIN_WITHDRAWAL_DAYS = 14;

const COLOR = "^#[0-9A-Fa-f]{6}$";
const MAX_ORIGINS = 20;

/** A value for each language, all optional. */
const perLanguage = <T extends TSchema>(schema: T, ...examples: string[]) => {
  const of = (language: string) =>
    field(Type.Optional(schema) as TOptional<T>, `In ${language}.`, ...examples);
  const texts = {
    ...{ en: of("English"), de: of("German"), fr: of("French"), es: of("Spanish") },
    ...{ it: of("Italian"), nl: of("Dutch"), pl: of("Polish"), ar: of("Arabic") },
  };
  return Type.Object(texts satisfies Record<Language, TOptional<T>>);
};

const Enabled = (what: string) => field(Type.Boolean(), `Whether ${what}. Off at first.`);

const shopperPage = {
  enabled: Enabled("shoppers can return at `/r/{storeId}`; while it is off the page is 404"),
  findBy: field(
    Type.Array(OneOf(FIND_BY), { minItems: 1, maxItems: FIND_BY.length }),
    "What shoppers find an order by, beside its number: any of these. `email` at first.",
    ["email"],
  ),
  origins: field(
    Type.Array(Text({ maxLength: 300 }), { maxItems: MAX_ORIGINS }),
    "The origins whose pages may show the page in a frame, such as `https://shop.example`.",
    ["https://shop.example"],
  ),
  logoUrl: field(
    Nullable(Text({ maxLength: 2_000 })),
    "The https address of the store's logo; null for its name alone.",
    "https://shop.example/logo.png",
  ),
  color: field(
    Nullable(Text({ maxLength: 7, pattern: COLOR })),
    "The store's color as `#rrggbb`; null for a dark grey. The text on it is black or white, whichever is more legible.",
    "#0b6e4f",
  ),
};

const Labels = (what: string, example: string) =>
  field(perLanguage(NonBlankText(100), example), `${what}, by language.`, {
    en: example,
  });

const withdrawal = {
  enabled: Enabled("shoppers can withdraw from the contract at `/r/{storeId}/withdraw`"),
  days: field(
    Type.Integer({ minimum: MIN_WITHDRAWAL_DAYS, maximum: 365 }),
    `How many days the withdrawal period has, ${MIN_WITHDRAWAL_DAYS} at least and at first.`,
    14,
  ),
  status: field(
    Nullable(OneOf(FIRST_STATUSES)),
    "The status of returns that withdrawals make; null for the store's `firstStatus`.",
  ),
  labels: field(
    Type.Object({
      withdraw: Type.Optional(Labels("The label of the link to the form", "withdraw from contract here")),
      confirm: Type.Optional(Labels("The label of the button of the second step", "confirm withdrawal")),
    }),
    "Labels that replace those of the service.",
  ),
};

const MailText = Type.Object({
  subject: field(Type.Optional(NonBlankLine(200)), "The subject.", "Your return at Green Shop"),
  text: field(
    Type.Optional(NonBlankText(2_000)),
    "The paragraphs that the mail begins with.",
    "Thank you for your return.",
  ),
});

const mail = {
  enabled: Enabled("mails are sent; turning the shopper's page or withdrawal on turns it on"),
  from: field(Nullable(Email()), "The sender's address; null for `MAIL_FROM`.", "returns@shop.example"),
  replyTo: field(Nullable(Email()), "Where answers go; null for the sender.", "help@shop.example"),
  languages: field(
    Type.Array(OneOf(LANGUAGES), { minItems: 1, maxItems: LANGUAGES.length }),
    "The languages of mails; a shopper with another one gets the first. All at first.",
    ["en", "de"],
  ),
  kinds: field(
    Type.Array(OneOf(MAIL_KINDS), { maxItems: MAIL_KINDS.length }),
    "The mails that are sent. All at first.",
    ["return_received", "withdrawal_receipt"],
  ),
  texts: field(
    Type.Object(
      Object.fromEntries(
        MAIL_KINDS.map((kind) => [
          kind,
          field(Type.Optional(perLanguage(MailText)), "The texts of this mail by language.", {
            en: { subject: "Your return at Green Shop" },
          }),
        ]),
      ) as { [K in (typeof MAIL_KINDS)[number]]: ReturnType<typeof optionalTexts> },
    ),
    "Texts that replace those of the service, by mail and language.",
    { return_received: { en: { subject: "Your return at Green Shop" } } },
  ),
};

const optionalTexts = () => Type.Optional(perLanguage(MailText));

const Days = (text: string, example: number) =>
  field(Type.Integer({ minimum: 1, maximum: 365 }), text, example);

const waiting = {
  soonDays: Days(
    "After how many days without a change a return that waits for the store is marked. 2 at first.",
    2,
  ),
  lateDays: Days("After how many days it is marked as late. 5 at first.", 5),
};

/** The settings of a store that have parts, as they are shown: complete. */
const Parts = {
  shopperPage: field(
    Type.Object(shopperPage, { title: "Settings of the shopper's page" }),
    "The page where shoppers return.",
  ),
  withdrawal: field(
    Type.Object(withdrawal, { title: "Settings of withdrawal" }),
    "The withdrawal from contracts.",
  ),
  mail: field(Type.Object(mail, { title: "Settings of mail" }), "The mails to shoppers."),
  waiting: field(
    Type.Object(waiting, { title: "Settings of waiting" }),
    "When returns that wait are marked in the console.",
  ),
};
export const ShownParts = asResponse(Type.Object(Parts)).properties;

/** The settings in a change: each field is optional. */
export const ChangedParts = {
  shopperPage: part(
    shopperPage,
    "Settings of the shopper's page update",
    "What changes of the shopper's page.",
  ),
  withdrawal: part(withdrawal, "Settings of withdrawal update", "What changes of the withdrawal."),
  mail: part(mail, "Settings of mail update", "What changes of the mails."),
  waiting: part(waiting, "Settings of waiting update", "What changes of when waiting returns are marked."),
};

function part<T extends Record<string, TSchema>>(properties: T, title: string, description: string) {
  return field(Type.Optional(Type.Partial(Type.Object(properties), { title })), description);
}

export type StoreParts = Static<ReturnType<typeof partsSchema>>;
export type PartsChange = Static<ReturnType<typeof changeSchema>>;

const partsSchema = () => Type.Object(Parts);
const changeSchema = () => Type.Object(ChangedParts);
