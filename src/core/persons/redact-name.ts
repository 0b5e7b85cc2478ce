import { isContact } from "./identifiers.ts";
import { type Person, REDACTED } from "./redact.ts";

/**
 * Returns a name that the merchant has given, a key or a part of a URL, without the person's e-mail addresses and phone
 * numbers. In a name an address may follow a hyphen or an underscore, and a number has no plus.
 */
export function redactName(name: string, { identifiers }: Person, replacement = REDACTED): string {
  let redacted = name;
  for (const contact of identifiers)
    if (isContact(contact)) redacted = without(redacted, contact, replacement);
  return redacted;
}

function without(name: string, contact: string, replacement: string): string {
  const lower = name.toLowerCase();
  if (!lower.includes(contact.replace("+", ""))) return name;
  const pattern = contact.startsWith("+")
    ? `(?:\\+|%2b|00)?(?<!\\d)${contact.slice(1)}(?!\\d)`
    : `(?<![\\p{L}\\p{N}.+])${RegExp.escape(contact)}(?![\\p{L}\\p{N}]|[.-][\\p{L}\\p{N}])`;
  return name.replace(new RegExp(pattern, "giu"), replacement);
}
