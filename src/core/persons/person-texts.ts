import { fullNameOf, idIdentifier, isContact } from "./identifiers.ts";
import { emailKey, isE164, isEmail } from "./person.ts";
import type { Person } from "./redact.ts";

/** What a profile or an order says of a person. */
export type PersonFields = {
  id?: string | null | undefined;
  email?: string | null | undefined;
  phoneNumber?: string | null | undefined;
  firstName?: string | null | undefined;
  lastName?: string | null | undefined;
  name?: string | null | undefined;
};

/** Shorter names are too common to be looked for. */
const MIN_NAME = 2;
const MIN_LINE = 5;
/** A text with fewer digits is no number that is looked for in others. */
const MIN_DIGITS = 7;
/** So that a person with very many orders has a bounded row; what is found by an id needs no text. */
const MAX_TEXTS = 2_000;
const MAX_TEXT_CHARACTERS = 255;

/** Adds what a profile or an order names a person by. `identifies`: whether its identifiers are the person's. */
export function addPersonFields(
  person: Person,
  { id, email, phoneNumber, firstName, lastName, name }: PersonFields,
  identifies: (identifier: string) => boolean = () => true,
): void {
  const full = fullNameOf(firstName, lastName) ?? (name ? `name:${name.trim().toLowerCase()}` : undefined);
  // Ids differ by case.
  if (id && identifies(idIdentifier(id))) person.identifiers.add(idIdentifier(id));
  // What an order has in place of an address or number identifies no one.
  if (email && !isEmail(email)) add(person.texts, email);
  if (phoneNumber && !isE164(phoneNumber))
    add(phoneNumber.replaceAll(/\D/g, "").length >= MIN_DIGITS ? person.lines : person.texts, phoneNumber);
  // Rows from before addresses were compared in all their spellings are found by the one in lower case.
  const addresses = email && isEmail(email) ? [emailKey(email), email.trim().toLowerCase()] : [];
  for (const contact of [...addresses, phoneNumber])
    if (contact && isContact(contact) && identifies(contact)) add(person.identifiers, contact);
  if (full) {
    add(person.identifiers, full);
    add(person.lines, full.slice("name:".length));
  }
  const names = [firstName, lastName, ...(name?.split(/\s+/) ?? [])];
  for (const each of names) if (each && each.trim().length >= MIN_NAME) add(person.names, each);
}

/** Adds an address: `lines` are its street lines, `rest` its other parts. */
export function addAddress(
  person: Person,
  { lines, rest }: { lines: (string | null | undefined)[]; rest: unknown[] },
): void {
  for (const line of lines) {
    const isSpecific = line && line.trim().length >= MIN_LINE && /[\s\d]/.test(line.trim());
    if (line) add(isSpecific ? person.lines : person.texts, line);
  }
  for (const text of rest) if (typeof text === "string") add(person.texts, text);
}

function add(set: Set<string>, text: string): void {
  const key = text.trim().toLowerCase();
  if (key !== "" && key.length <= MAX_TEXT_CHARACTERS && set.size < MAX_TEXTS) set.add(key);
}
