import { emailKey, phoneIn } from "../../../core/persons/person.ts";
import { equalInConstantTime } from "../../../lib/hash.ts";
import { plainText } from "../../../lib/plain-text.ts";
import type { Store } from "../../stores/schema.ts";

/** What the customer of an order is known by. */
export type Contacts = {
  orderId: string;
  /** What people call the order. */
  name: string;
  email: string | null;
  phone: string | null;
  codes: (string | null)[];
};

/** Returns that contact of an order which was typed, as it is compared; undefined for none of it. */
export function typedContact(
  order: Contacts,
  given: string,
  findBy: Store["shopperPage"]["findBy"],
): string | undefined {
  const typed = plainText(given);
  const known = contactsOf(order);
  const isTyped = {
    email: (key: string) => [given, typed].some((each) => equalInConstantTime(key, emailKey(each))),
    phone: (key: string) =>
      equalInConstantTime(key, phoneKey(typed)) || isSamePhone(order.phone ?? "", typed),
    postal_code: (key: string) => equalInConstantTime(key, postalKey(typed)),
  };
  return findBy.flatMap((by) => known[by].filter(isTyped[by]))[0];
}

/** Returns the contacts of an order in the forms in which they are compared. */
export function contactsOf({ email, phone, codes }: Contacts) {
  const known = (keys: string[]) => keys.filter((key) => key !== "");
  return {
    email: known([emailKey(email ?? "")]),
    phone: known([phoneKey(plainText(phone ?? ""))]),
    postal_code: known(codes.map((code) => postalKey(code ?? ""))),
  };
}

function phoneKey(text: string): string {
  return phoneIn(text) ?? text.replaceAll(/\D/g, "");
}

/** Whether one of two numbers is the other without the code of its country: shops store what their customers have typed. */
function isSamePhone(stored: string, typed: string): boolean {
  return isNationalOf(phoneKey(stored), typed) || isNationalOf(phoneKey(typed), plainText(stored));
}

/** Whether a number is another's without the code of its country, as people know it: at least seven digits, maybe after a zero. */
function isNationalOf(international: string, given: string): boolean {
  if (/^[^\d+]*(?:\+|00)/.test(given)) return false;
  const rest = given.replaceAll(/\D/g, "").replace(/^0/, "");
  const known = international.replace("+", "");
  const code = known.length - rest.length;
  return rest.length >= 7 && code >= 1 && code <= 3 && known.endsWith(rest);
}

/** Without the letters of the country before the digits, such as D-10115, and without what follows a ZIP code's five. */
function postalKey(text: string): string {
  const key = plainText(text)
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "");
  return key.replace(/^[A-Z]{1,2}(?=\d{4,}(?:[A-Z]{2})?$)/, "").replace(/^(\d{5})\d{4}$/, "$1");
}
