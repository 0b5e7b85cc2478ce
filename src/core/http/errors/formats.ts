import { FormatRegistry, TypeRegistry } from "@sinclair/typebox";
import { isCountryCode } from "../../../lib/country-codes.ts";
import { isCurrency } from "../../../lib/currencies.ts";
import { isDateTime } from "../../../lib/date-time.ts";
import { isDecimal } from "../../../lib/decimal-text.ts";
import { isDay, isTimeZone } from "../../../lib/local-days.ts";
import { isRepeated } from "../../../lib/repeated-type.ts";
import { isIntegerString, isOneOf, isText } from "../../../lib/schema-types.ts";
import { isE164, isEmail } from "../../persons/person.ts";

/** The formats of the service's schemas. `description` ends a sentence "… must be". */
export const FORMATS: Record<string, { isValid(text: string): boolean; description: string }> = {
  "date-time": { isValid: isDateTime, description: "an existing date and time with offset, as in RFC 3339" },
  email: { isValid: isEmail, description: "an e-mail address" },
  decimal: { isValid: isDecimal, description: "a decimal of at most 20 digits, such as 29.99" },
  currency: { isValid: isCurrency, description: "a currency that ISO 4217 knows, such as EUR" },
  percent: {
    isValid: (text) => isDecimal(text) && Number(text) <= 100,
    description: "a decimal from 0 to 100, such as 12.5",
  },
  country: { isValid: isCountryCode, description: "the code of a country of ISO 3166, such as DE" },
  "time-zone": {
    isValid: isTimeZone,
    description: "a time zone of the IANA database, such as Europe/Berlin",
  },
  date: { isValid: isDay, description: "an existing day, such as 2026-12-24" },
  e164: { isValid: isE164, description: "a phone number in the form of E.164, such as +15551234567" },
};

/** Registers the formats, in place of the framework's looser ones, and the kinds of `schema-types.ts`. */
export function registerFormats(): void {
  for (const [name, { isValid }] of Object.entries(FORMATS)) FormatRegistry.Set(name, isValid);
  TypeRegistry.Set("OneOf", isOneOf);
  TypeRegistry.Set("Repeated", isRepeated);
  TypeRegistry.Set("Text", isText);
  TypeRegistry.Set("IntegerString", isIntegerString);
}
