import { FormatRegistry, TypeRegistry } from "@sinclair/typebox";
import { isDateTime } from "../lib/date-time.ts";
import { isDecimal } from "../lib/decimal-text.ts";
import { isE164, isEmail } from "../lib/person.ts";
import { isIntegerString, isOneOf, isText } from "../lib/schema-types.ts";

/** The formats of the service's schemas, and each as the end of "… must be". */
export const FORMATS: Record<string, { holds(text: string): boolean; words: string }> = {
  "date-time": { holds: isDateTime, words: "an existing date and time with offset, as in RFC 3339" },
  email: { holds: isEmail, words: "an e-mail address" },
  decimal: { holds: isDecimal, words: "a decimal of at most 20 digits, such as 29.99" },
  e164: { holds: isE164, words: "a phone number in the form of E.164, such as +15551234567" },
};

/**
 * Makes the formats of the service's schemas mean what the contract says, where the framework brings looser ones, and
 * makes the kinds of `shape.ts` known.
 */
export function registerFormats(): void {
  for (const [name, { holds }] of Object.entries(FORMATS)) FormatRegistry.Set(name, holds);
  TypeRegistry.Set("OneOf", isOneOf);
  TypeRegistry.Set("Text", isText);
  TypeRegistry.Set("IntegerString", isIntegerString);
}
