import { searchKeyOf } from "../../core/lists/search-keys.ts";
import { emailKey, isEmail, phoneIn } from "../../core/persons/person.ts";

/** The largest code point: in the order of bytes it sorts after every other. */
const LAST = "\u{10FFFF}";
/** Numbers of returns have at most this many digits. */
const MAX_DIGITS = 15;

/** A text that is searched for, in the forms in which fields are compared with it. */
export type Searched = {
  /** Trimmed, in the Unicode form NFC. */
  text: string;
  /** With one leading `#` more or less, as in names of orders; null for `#` alone. */
  otherText: string | null;
  /** As search keys and e-mail addresses are compared, and the end of those that begin with it. */
  key: string;
  keyEnd: string;
  /** The phone number that it is, if it is one. */
  phone: string | null;
  /** The ranges of the numbers that begin with these digits, shortest first, ends exclusive. */
  numbers: { from: number[]; until: number[] };
};

/** Returns a text in the forms in which it is compared. It has a character that is not blank. */
export function searchedOf(given: string): Searched {
  const text = given.trim().normalize("NFC");
  const key = isEmail(text) ? emailKey(text) : (searchKeyOf(text) ?? "");
  const otherText = text.startsWith("#") ? text.slice(1) || null : `#${text}`;
  const keyEnd = `${key}${LAST}`;
  return { text, otherText, key, keyEnd, phone: phoneIn(text) ?? null, numbers: numbersOf(text) };
}

function numbersOf(text: string): Searched["numbers"] {
  if (!/^[1-9]\d*$/.test(text) || text.length > MAX_DIGITS) return { from: [], until: [] };
  const powers = Array.from({ length: MAX_DIGITS - text.length + 1 }, (_, i) => 10 ** i);
  const first = Number(text);
  return { from: powers.map((power) => first * power), until: powers.map((power) => (first + 1) * power) };
}
