import type { MailKind } from "../../platform/db/documents/store-settings.ts";
import type { FixedMailKind, PeopleMailKind } from "../../platform/db/tables/mails.ts";

type OfReturn = { order: string };

/** What the texts of each kind of mail name. An empty value leaves its paragraph out. */
export type MailValues = {
  return_received: OfReturn & { items: string };
  label_ready: OfReturn;
  return_arrived: OfReturn;
  return_refused: OfReturn & { reason: string };
  return_refunded: OfReturn & { amount: string };
  return_credited: OfReturn & { amount: string };
  return_cancelled: OfReturn;
  /** The statement is quoted word for word. */
  withdrawal_receipt: { number: string; time: string; statement: string };
  /** What shows that a shopper reads the mails of an order's address. */
  order_code: OfReturn & { code: string };
  invitation: { by: string };
  sign_in_link: object;
  password_changed: object;
};

/** Every kind of mail; those to people who use the console aren't turned off by a store's settings. */
export type AnyMailKind = MailKind | FixedMailKind | PeopleMailKind;

const PEOPLE_KINDS: Record<PeopleMailKind, true> = {
  invitation: true,
  sign_in_link: true,
  password_changed: true,
};

export function isForPeople(kind: AnyMailKind): kind is PeopleMailKind {
  return kind in PEOPLE_KINDS;
}

/**
 * The texts of a mail. `text` is what it begins with, its paragraphs separated by empty lines; a store may replace it
 * and the subject. `facts` follow, each a paragraph; then the quoted statement, and `link`, the label of its link.
 */
export type MailText = { subject: string; text: string; facts?: string[]; link?: string };

/** The texts of one language. `withdraw` is the label of the link to the withdrawal form. */
export type MailTexts = { [Kind in AnyMailKind]: MailText } & { withdraw: string };
