import { contactsIn } from "../../core/persons/identifiers.ts";
import type { Person } from "../../core/persons/redact.ts";
import { sha256 } from "../../lib/hash.ts";

/** How the change feed shows an id that names its person: a reader compares the digests of its own ids. */
const PREFIX = "sha256:";

/** Returns a customer's id as the change feed shows it after the erasure. */
export async function shownId(customerId: string, person: Person): Promise<string> {
  return namesPerson(customerId, person) ? `${PREFIX}${await sha256(customerId)}` : customerId;
}

/** Whether the person can be read from the id: it has their e-mail address, phone number or name. */
export function namesPerson(customerId: string, { identifiers, names }: Person): boolean {
  if (contactsIn(customerId).some(({ identifier }) => identifiers.has(identifier))) return true;
  const id = customerId.toLowerCase();
  const contacts = [...identifiers].filter((identifier) => !/^(?:id|name):/.test(identifier));
  const parts = [...contacts.map((contact) => contact.replace("+", "")), ...names];
  return parts.some((part) => part.length > 2 && id.includes(part));
}
