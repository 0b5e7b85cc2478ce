import { emailKey } from "../../core/persons/person.ts";
import { parseDateTime } from "../../lib/date-time.ts";
import type { CustomerLocation, CustomFields } from "../../platform/db/tables/customers.ts";

/** A request's customer object; null and absent fields change nothing. */
export type CustomerInput = {
  id?: string | null;
  email?: string | null;
  phoneNumber?: string | null;
  firstName?: string | null;
  lastName?: string | null;
  location?: { [Key in keyof CustomerLocation]?: CustomerLocation[Key] | null } | null;
  customFields?: { [name: string]: CustomFields[string] | null } | null;
};

/** The changes to a customer, as statements take them; fields that change nothing are absent. */
export type CustomerPatch = {
  customerId?: string | undefined;
  email?: string | undefined;
  /** The address in the form in which addresses are compared. */
  emailKey?: string | undefined;
  phoneNumber?: string | undefined;
  firstName?: string | undefined;
  lastName?: string | undefined;
  location?: CustomerLocation | undefined;
  customFields?: CustomFields | undefined;
};

/** The type of each property of a patch in statements. */
export const PATCH_TYPES = {
  customerId: "text",
  email: "text",
  emailKey: "text",
  phoneNumber: "text",
  firstName: "text",
  lastName: "text",
  location: "jsonb",
  customFields: "jsonb",
} satisfies Record<keyof CustomerPatch, string>;

/** The columns of a patch, for `json_to_recordset`. */
export const PATCH_COLUMNS = Object.entries(PATCH_TYPES)
  .map(([name, type]) => `"${name}" ${type}`)
  .join(", ");

export type Identifier = { by: "customerId" | "emailKey" | "phoneNumber"; value: string };

/** Returns the identifiers of a patch. The first one alone decides which customer is matched. */
export function identifiersOfPatch({ customerId, emailKey, phoneNumber }: CustomerPatch): Identifier[] {
  const all: Identifier[] = [];
  if (customerId) all.push({ by: "customerId", value: customerId });
  if (emailKey) all.push({ by: "emailKey", value: emailKey });
  if (phoneNumber) all.push({ by: "phoneNumber", value: phoneNumber });
  return all;
}

/** Returns the patch of an input: normalized, without what changes nothing. */
export function patchOf(input: CustomerInput): CustomerPatch {
  return {
    customerId: input.id ?? undefined,
    email: input.email?.trim(),
    emailKey: input.email ? emailKey(input.email) : undefined,
    phoneNumber: input.phoneNumber ?? undefined,
    firstName: input.firstName ?? undefined,
    lastName: input.lastName ?? undefined,
    location: input.location ? nonEmpty<CustomerLocation>(pickLocation(input.location)) : undefined,
    customFields: input.customFields ? nonEmpty<CustomFields>(withInstants(input.customFields)) : undefined,
  };
}

type LocationInput = NonNullable<CustomerInput["location"]>;

/** Returns the known properties of a location; others are ignored. */
export function pickLocation(location: LocationInput): LocationInput {
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

/** Dates are stored as instants, so that values with different offsets compare. */
function withInstants(fields: NonNullable<CustomerInput["customFields"]>): object {
  return Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [
      key,
      typeof value === "string" ? (parseDateTime(value)?.toISOString() ?? value) : value,
    ]),
  );
}

function nonEmpty<T extends object>(properties: object): T | undefined {
  const entries = Object.entries(properties).filter(([, value]) => value !== undefined && value !== null);
  return entries.length > 0 ? (Object.fromEntries(entries) as T) : undefined;
}
