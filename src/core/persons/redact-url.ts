import { type Person, redactText } from "./redact.ts";
import { redactName } from "./redact-name.ts";

/** What stands in a URL where something of a person was: it needs no encoding. */
const REPLACEMENT = "erased";

/**
 * Returns a URL whose path and parameters have no e-mail address, phone number, full name or street line of a person;
 * the URL itself when they have none.
 */
export function redactUrl(url: string, person: Person): string {
  const [, start = "", rest = ""] = /^([a-z]+:\/\/[^/?#]*)?(.*)$/is.exec(url) ?? [];
  return start + rest.replaceAll(/[^/?#&=;]+/g, (part) => redactPart(part, person));
}

function redactPart(part: string, person: Person): string {
  const text = decoded(part.replaceAll("+", " "));
  const redacted = [decoded(part), text].some(
    (each) => redactText(redactName(each, person), person) !== each,
  );
  return redacted ? REPLACEMENT : part;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
