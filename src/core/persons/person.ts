import { isLongerThan } from "../../lib/text.ts";

const EMAIL =
  /^[^\s\p{C}@<>(),;:\\"[\]]+@(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?\.)+[\p{L}\p{M}\p{N}-]{2,}$/u;
/** The fast path: a subset of EMAIL that costs a tenth. */
const PLAIN_EMAIL = /^[a-z0-9._%+-]+@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]{2,}$/i;
const E164 = /^\+[1-9]\d{1,14}$/;

/** Whether a string, trimmed, is an e-mail address of at most 254 characters. */
export function isEmail(text: string): boolean {
  const address = text.trim();
  return !isLongerThan(address, 254) && (PLAIN_EMAIL.test(address) || EMAIL.test(address));
}

/** The characters of ASCII. */
const ASCII = /^[\0-\x7f]*$/;

/**
 * Returns the form in which e-mail addresses are compared, the same for all spellings of a mailbox: trimmed, in lower
 * case and in the Unicode form NFC, the domain as the name system knows it (IDNA).
 */
export function emailKey(email: string): string {
  const key = email.trim().toLowerCase();
  if (ASCII.test(key)) return key;
  const composed = key.normalize("NFC").toLowerCase().normalize("NFC");
  const at = composed.lastIndexOf("@");
  return at < 0 ? composed : `${composed.slice(0, at)}@${asciiDomain(composed.slice(at + 1))}`;
}

function asciiDomain(domain: string): string {
  // A URL would take an ASCII one apart, such as an address of IP, and one with other characters end at them.
  if (ASCII.test(domain) || !/^[\p{L}\p{M}\p{N}.-]+$/u.test(domain)) return domain;
  return URL.parse(`http://${domain}/`)?.hostname ?? domain;
}

export function isE164(text: string): boolean {
  return E164.test(text);
}

/** What people write between the digits of a phone number, and the invisible marks that copying adds. */
const PHONE_SEPARATORS = /[\s\p{Pd}\p{Cf}().,/\u2212]/gu;
/** A trunk prefix in brackets is dialled within the country alone. */
const TRUNK_PREFIX = /\(\s*0\s*\)/g;

/**
 * Returns the phone number, as E.164, that a text is in one of its usual spellings, with the code of the country:
 * `+44 (0)20 7946-0958`, `0044 20 79460958` or the digits alone; undefined for any other text.
 */
export function phoneIn(text: string): string | undefined {
  const written = text
    .normalize("NFKC")
    .replace(/^\s*tel:/i, "")
    .replaceAll(TRUNK_PREFIX, "")
    .replaceAll(PHONE_SEPARATORS, "");
  const phone = `+${written.replace(/^(?:\+|00)/, "")}`;
  return isE164(phone) ? phone : undefined;
}
