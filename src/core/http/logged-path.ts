import { contactsIn } from "../persons/identifiers.ts";

/** What a log has in place of a part that names a person: nothing can be erased there. */
const HIDDEN = ":hidden";
/** The part after it is the shop's id of a person. */
const PERSONS = "customers";
/** A longer part is no id. */
const MAX_PART = 1_024;

/** Returns a path without customers' ids, and without the parts that have an e-mail address or a phone number. */
export function loggedPath(path: string): string {
  const parts = path.split("/");
  return parts
    .map((part, i) => (part !== "" && (parts[i - 1] === PERSONS || namesPerson(part)) ? HIDDEN : part))
    .join("/");
}

function namesPerson(part: string): boolean {
  if (part.length > MAX_PART || !/[@%+]|\d{7}/.test(part)) return part.length > MAX_PART;
  return contactsIn(decoded(part)).length > 0;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
