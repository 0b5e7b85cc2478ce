import type { CustomerLocation, CustomFields } from "../db/tables/customers.ts";
import { parseDateTime } from "../lib/date-time.ts";
import { emailKey } from "../lib/person.ts";

/** What a request says about a customer; null and absent say nothing. */
export type CustomerInput = {
  id?: string | null;
  email?: string | null;
  phoneNumber?: string | null;
  firstName?: string | null;
  lastName?: string | null;
  location?: { [Key in keyof CustomerLocation]?: CustomerLocation[Key] | null } | null;
  customFields?: { [name: string]: CustomFields[string] | null } | null;
};

/** What a request changes of a customer, as the database takes it: what says nothing is left out. */
export type CustomerPatch = {
  customerId?: string | undefined;
  email?: string | undefined;
  /** The address as it is compared. */
  emailKey?: string | undefined;
  phoneNumber?: string | undefined;
  firstName?: string | undefined;
  lastName?: string | undefined;
  location?: CustomerLocation | undefined;
  customFields?: CustomFields | undefined;
};

/** The columns of a patch that statements take as JSON. */
export const PATCH_COLUMNS = `"customerId" text, email text, "emailKey" text, "phoneNumber" text, "firstName" text,
  "lastName" text, location jsonb, "customFields" jsonb`;

export const PATCH_NAMES = PATCH_COLUMNS.replaceAll(/ (?:text|jsonb)\b/g, "");

export type Identifier = { by: "customerId" | "emailKey" | "phoneNumber"; value: string };

/** Everything in `patch` that identifies a customer. The first decides alone which customer is meant. */
export function identifiersOf({ customerId, emailKey, phoneNumber }: CustomerPatch): Identifier[] {
  const all: Identifier[] = [];
  if (customerId) all.push({ by: "customerId", value: customerId });
  if (emailKey) all.push({ by: "emailKey", value: emailKey });
  if (phoneNumber) all.push({ by: "phoneNumber", value: phoneNumber });
  return all;
}

export function patchOf(given: CustomerInput): CustomerPatch {
  return {
    customerId: given.id ?? undefined,
    email: given.email?.trim(),
    emailKey: given.email ? emailKey(given.email) : undefined,
    phoneNumber: given.phoneNumber ?? undefined,
    firstName: given.firstName ?? undefined,
    lastName: given.lastName ?? undefined,
    location: given.location ? said<CustomerLocation>(knownLocation(given.location)) : undefined,
    customFields: given.customFields ? said<CustomFields>(normalised(given.customFields)) : undefined,
  };
}

type GivenLocation = NonNullable<CustomerInput["location"]>;

/** The members of a location that are kept; unknown ones are ignored. */
export function knownLocation(location: GivenLocation): GivenLocation {
  const { street1, street2, city, state, stateCode, postalCode, country, countryCode } = location;
  const { ianaTimeZoneName, latitude, longitude } = location;
  return {
    street1,
    street2,
    city,
    state,
    stateCode,
    postalCode,
    country,
    countryCode,
    ianaTimeZoneName,
    latitude,
    longitude,
  };
}

/** Dates are kept as instants, so that they compare whatever offset they were sent with. */
function normalised(fields: NonNullable<CustomerInput["customFields"]>): object {
  return Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [
      key,
      typeof value === "string" ? (parseDateTime(value)?.toISOString() ?? value) : value,
    ]),
  );
}

function said<T extends object>(members: object): T | undefined {
  const given = Object.entries(members).filter(([, value]) => value !== undefined && value !== null);
  return given.length > 0 ? (Object.fromEntries(given) as T) : undefined;
}
