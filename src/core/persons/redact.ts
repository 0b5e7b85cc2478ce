import { contactsIn, contactsOf, identifiersOf, isContact, isUnique } from "./identifiers.ts";

/** What a person is found by in texts; all strings are in lower case. */
export type Person = {
  identifiers: Set<string>;
  names: Set<string>;
  lines: Set<string>;
  texts: Set<string>;
};

/** What stands in a text where something of a person was. */
export const REDACTED = "[erased]";

/**
 * Returns a text without the person's e-mail addresses, phone numbers, full names and street lines; with
 * `names`, without their first and last names too.
 */
export function redactText(text: string, person: Person, options: { names?: boolean } = {}): string {
  let redacted = "";
  let from = 0;
  const contacts = contactsIn(text).filter(({ identifier }) => person.identifiers.has(identifier));
  for (const { start, end } of contacts.toSorted((a, b) => a.start - b.start)) {
    if (start < from) continue;
    redacted += text.slice(from, start) + REDACTED;
    from = end;
  }
  redacted += text.slice(from);
  if (person.identifiers.has(text.trim().toLowerCase())) return REDACTED;
  const words = [...person.lines, ...(options.names ? [...person.names, ...phonesOf(person)] : [])];
  if (words.length === 0) return redacted;
  return redacted.replace(wordsPattern(options.names ? person.names : person.lines, words), REDACTED);
}

/** Returns a text without any of the persons, first and last names included. */
export function redactTextOf(persons: readonly Person[], text: string): string {
  return persons.reduce((rest, person) => redactText(rest, person, { names: true }), text);
}

/**
 * Whether a text has an identifier, a name or a street line of the person; for texts of the person's own rows,
 * where an identifier counts as a part of a longer word too.
 */
export function contains(text: string, person: Person): boolean {
  const lower = text.toLowerCase();
  const isPart = [...person.identifiers].some((each) => isContact(each) && lower.includes(each));
  return isPart || redactText(text, person, { names: true }) !== text;
}

/** Many calls are about one person. What is known of a person here goes with the person. */
const patterns = new WeakMap<Set<string>, { words: string; pattern: RegExp }>();

/** Matches whole words alone, in all of their spellings; the longest first. `owner` is the set of a person that they are of. */
function wordsPattern(owner: Set<string>, words: string[]): RegExp {
  const key = words.join("\n");
  const latest = patterns.get(owner);
  if (latest?.words === key) return latest.pattern;
  const longestFirst = words.toSorted((a, b) => b.length - a.length);
  const spelled = longestFirst.flatMap((word) => (PHONE.test(word) ? nationalOf(word) : spellingsOf(word)));
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${spelled.join("|")})(?![\\p{L}\\p{N}])`, "giu");
  patterns.set(owner, { words: key, pattern });
  return pattern;
}

const PHONE = /^\+\d{8,}$/;
const MIN_NATIONAL = 7;
/** What is dialled before a number within its country, in one or another of them. */
const TRUNK = "(?:(?:0|8|06)[ ()./-]{0,2})?";

function phonesOf({ identifiers }: Person): string[] {
  return [...identifiers].filter((each) => PHONE.test(each));
}

/** Returns patterns of a phone number without the code of its country, which has one to three digits, however it is grouped. */
function nationalOf(phone: string): string[] {
  const numbers = [2, 3, 4].map((start) => phone.slice(start)).filter(({ length }) => length >= MIN_NATIONAL);
  return numbers.map((number) => TRUNK + [...number].join("[ ()./-]{0,2}"));
}

/** A character with its marks. */
const CHARACTER = /\P{M}\p{M}*|\p{M}+/gu;
/** In Turkish `I` is the capital of `\u0131`, and `\u0130` that of `i`. */
const TURKISH_I = /^[iI\u0130\u0131]\u0307?$/;

/**
 * Returns a pattern of a word in lower case: in any case, also where a regular expression doesn't know the capitals, such
 * as `SS` of `\u00df`, and with accents that are parts of their characters or stand behind them.
 */
function spellingsOf(word: string): string {
  return Array.from(word.normalize("NFC").matchAll(CHARACTER), ([character]) => {
    if (TURKISH_I.test(character)) return "[i\u0130\u0131]\u0307?";
    const capital = character.toUpperCase();
    const cases = capital.toLowerCase() === character ? [character] : [character, capital];
    const forms = new Set(cases.flatMap((each) => [each.normalize("NFC"), each.normalize("NFD")]));
    return `(?:${Array.from(forms, (form) => RegExp.escape(form)).join("|")})`;
  }).join("");
}

/** Whether a JSON value names a person, and whether it names another one. */
export type Naming = { isNamed: boolean; namesOthers: boolean };

/** Returns whom a JSON value names. A full name counts only when the value has nothing unique to one person. */
export function namingOf(value: unknown, { identifiers }: Person): Naming {
  const found = [...identifiersOf(value)];
  const unique = found.filter(isUnique);
  const counted = unique.length > 0 ? unique : found;
  const isNamed = counted.some((identifier) => identifiers.has(identifier));
  return { isNamed, namesOthers: counted.some((identifier) => !identifiers.has(identifier)) };
}

/**
 * Returns a JSON value without what it says of a person; undefined when it names no other one. Strings and objects
 * that have the person's address or number and no other one's are removed, and other texts of the person replaced.
 * `isOwned`: the value belongs to another person, and nothing but what identifies the person is replaced.
 */
export function withoutPerson(value: unknown, person: Person, isOwned: boolean): unknown {
  if (isOwned) return mapStrings(value, (text) => redactText(text, person));
  const { isNamed, namesOthers } = namingOf(value, person);
  return isNamed && !namesOthers ? undefined : withoutParts(value, person);
}

function withoutParts(value: unknown, person: Person): unknown {
  if (typeof value === "string") {
    return person.texts.has(value.trim().toLowerCase())
      ? REDACTED
      : redactText(value, person, { names: true });
  }
  if (Array.isArray(value)) {
    return value.filter((part) => !isOf(part, person)).map((part) => withoutParts(part, person));
  }
  if (typeof value !== "object" || value === null) return value;
  const parts = Object.entries(value).filter(([name, part]) => !isOf(part, person) && !isOf(name, person));
  return Object.fromEntries(parts.map(([name, part]) => [name, withoutParts(part, person)]));
}

/** Whether a string, or an object with such a string, has contacts of the person and of no other one. */
function isOf(part: unknown, { identifiers }: Person): boolean {
  if (Array.isArray(part)) return false;
  if (typeof part === "object" && part !== null) {
    const direct = Object.values(part).filter((each) => typeof each === "string");
    if (contactsOf(direct).isDisjointFrom(identifiers)) return false;
  }
  const contacts = contactsOf(part);
  return contacts.size > 0 && contacts.isSubsetOf(identifiers);
}

function mapStrings(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((each) => mapStrings(each, change));
  if (typeof value !== "object" || value === null) return value;
  const parts = Object.entries(value).map(([name, part]) => [change(name), mapStrings(part, change)]);
  return Object.fromEntries(parts);
}
