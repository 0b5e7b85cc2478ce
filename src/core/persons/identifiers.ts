import { digest64 } from "../../lib/hash.ts";
import { emailKey, isEmail } from "./person.ts";

/** An e-mail address, as it is compared, or a phone number in the form of E.164, and where a text has it. */
export type Contact = { identifier: string; start: number; end: number };

const AT = /@|%40/g;
const BEFORE_AT = /[^\s@<>(),;:\\"[\]=&?#%/|{}]/;
const IN_DOMAIN = /[\p{L}\p{M}\p{N}.-]/u;
/** What may follow a domain without a space: the last label of a domain has no hyphen, unless it is encoded. */
const AFTER_DOMAIN = /[.-]+$|(?<=\.(?!xn--)[\p{L}\p{N}]+)-[\p{L}\p{N}-]*$/u;
const MAX_LOCAL = 64;
const MAX_DOMAIN = 253;

/**
 * Returns the e-mail addresses and phone numbers that a text has, in URLs too. Phone numbers count with their
 * country code, however they are grouped.
 */
export function contactsIn(text: string): Contact[] {
  const contacts: Contact[] = [];
  for (const { index, 0: at } of text.matchAll(AT)) {
    const end = endOf(text, index + at.length, IN_DOMAIN, MAX_DOMAIN);
    const start = startOf(text, index);
    const domain = text.slice(index + at.length, end).replace(AFTER_DOMAIN, "");
    const local = text.slice(start, index);
    if (local === "" || !domain.includes(".")) continue;
    const identifier = emailKey(`${local}@${domain}`);
    contacts.push({ identifier, start, end: index + at.length + domain.length });
  }
  for (const { index, 0: found } of text.matchAll(PHONE)) {
    const identifier = `+${found.replace(/%2b/i, "").replaceAll(/\D/g, "").replace(/^00/, "")}`;
    if (/^\+[1-9]\d{6,14}$/.test(identifier))
      contacts.push({ identifier, start: index, end: index + found.length });
  }
  return contacts;
}

/** A plus and digits, perhaps grouped; at most 40 characters. */
const PHONE = /(?:\+|%2b|(?<![\d+])00)[ (]{0,2}[1-9](?:[ ()./-]{0,2}\d){6,14}(?!\d)/gi;

function startOf(text: string, at: number): number {
  let start = at;
  while (start > 0 && at - start < MAX_LOCAL && BEFORE_AT.test(text[start - 1] ?? "")) start--;
  while (start < at && text[start] === "'") start++;
  return start;
}

function endOf(text: string, from: number, allowed: RegExp, max: number): number {
  let end = from;
  while (end < text.length && end - from < max && allowed.test(text[end] ?? "")) end++;
  return end;
}

/** Returns the e-mail addresses and phone numbers in the strings of a JSON value, names of properties included. */
export function contactsOf(value: unknown, found = new Set<string>(), name = ""): Set<string> {
  if (typeof value === "string") addContacts(value, name, found);
  else if (Array.isArray(value)) for (const each of value) contactsOf(each, found, name);
  else if (typeof value === "object" && value !== null) {
    for (const key of Object.keys(value)) {
      addContacts(key, "", found);
      contactsOf((value as Record<string, unknown>)[key], found, key);
    }
  }
  return found;
}

/** Most strings have none of these. */
const MAY_NAME = /[@+]|%40|%2b|(?<!\d)00[1-9]/i;

function addContacts(text: string, name: string, found: Set<string>): void {
  if (MAY_NAME.test(text)) {
    for (const { identifier } of contactsIn(text)) found.add(identifier);
    if (text.includes("@") && isEmail(text)) found.add(emailKey(text));
  }
  if (name !== "" && /^[\d ()./-]{7,25}$/.test(text) && /phone|mobile/i.test(name))
    found.add(`+${text.replaceAll(/\D/g, "")}`);
}

/**
 * Returns what a JSON value names persons by: e-mail addresses, phone numbers, `id:` and the id of a
 * `customer`, `name:` and a first and last name.
 */
export function identifiersOf(value: unknown): Set<string> {
  const found = contactsOf(value);
  addPersons(value, found);
  return found;
}

function addPersons(value: unknown, found: Set<string>): void {
  if (Array.isArray(value)) for (const each of value) addPersons(each, found);
  else if (typeof value === "object" && value !== null) {
    const named = value as Record<string, unknown>;
    const full = fullNameOf(named.firstName ?? named.first_name, named.lastName ?? named.last_name);
    if (full) found.add(full);
    const { customer } = named;
    if (typeof customer === "object" && customer !== null && "id" in customer) addId(customer.id, found);
    addId(named.customerId ?? named.customer_id, found);
    for (const each of Object.values(named)) addPersons(each, found);
  }
}

function addId(id: unknown, found: Set<string>): void {
  if (typeof id === "string" || typeof id === "number") found.add(idIdentifier(String(id)));
}

/** Returns the identifier of a customer's id in the shop. */
export function idIdentifier(customerId: string): string {
  return `id:${customerId}`;
}

/** Returns the identifier of a full name; undefined unless it has both parts. */
export function fullNameOf(first: unknown, last: unknown): string | undefined {
  if (typeof first !== "string" || typeof last !== "string") return undefined;
  const [given, surname] = [first.trim(), last.trim()];
  return given && surname ? `name:${given} ${surname}`.toLowerCase() : undefined;
}

/** Whether an identifier is an e-mail address or a phone number. */
export function isContact(identifier: string): boolean {
  return /^\+\d+$|^(?!id:|name:|visitor:).*@/.test(identifier);
}

/**
 * Returns the forms in which an identifier may be stored: addresses from before all spellings of a mailbox were one are
 * in lower case alone.
 */
export function storedForms(identifier: string): string[] {
  const isAddress = isContact(identifier) && identifier.includes("@");
  return isAddress ? [...new Set([emailKey(identifier), identifier])] : [identifier];
}

/** Whether an identifier belongs to one person alone: a full name may belong to several. */
export function isUnique(identifier: string): boolean {
  return !identifier.startsWith("name:");
}

const SEPARATOR = "\u0000";

/**
 * Returns the search term of an identifier: 16 characters, the first of which is no hexadecimal digit, so that
 * it differs from all terms of fields (see search-terms.ts).
 */
export function mentionTerm(storeId: string, identifier: string): string {
  return `m${digest64(`${storeId}${SEPARATOR}mention${SEPARATOR}${identifier}`).slice(1)}`;
}

const VISITOR = "visitor:";

/** Returns the identifier of the visitor of a shop who has an `anonymousId`. */
export function visitorIdentifier(anonymousId: string): string {
  return VISITOR + anonymousId;
}

/** A row with more identifiers has one term in place of theirs: each is an entry of an index, and a tsvector holds 1 MB. */
const MAX_MENTIONS = 1_000;
/** The term of a row that may mention anyone. It is no digest. */
export const ANYONE = "many";

/** SQL for whether a lexeme is a mention: the first character of each other is a hexadecimal digit. */
export function isMention(lexeme: string): string {
  return `${lexeme} like 'm%'`;
}

/** Returns the lexemes of identifiers, for a tsvector column. */
export function mentionTerms(storeId: string, identifiers: ReadonlySet<string>): string {
  const isMany = identifiers.size > MAX_MENTIONS;
  const named = isMany ? [...identifiers].filter((each) => each.startsWith(VISITOR)) : [...identifiers];
  const terms = named.map((identifier) => mentionTerm(storeId, identifier));
  return (isMany ? [ANYONE, ...terms] : terms).join(" ");
}

/**
 * Returns a tsquery that matches every row which mentions any of the identifiers, and rows with very many identifiers
 * whether they do or not.
 */
export function mentionsAny(storeId: string, identifiers: Iterable<string>): string {
  const terms = Array.from(identifiers, (identifier) => mentionTerm(storeId, identifier));
  return [...terms, ANYONE].join(" | ");
}
