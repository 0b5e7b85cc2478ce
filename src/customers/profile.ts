import type { CustomerLocation, CustomFields } from "../db/tables/customers.ts";
import { emailKey } from "../lib/person.ts";
import { present } from "../lib/present.ts";
import { sameJson } from "../lib/same-json.ts";

/** What a request says about a customer; null and absent say nothing. */
export type Given = {
  id?: string | null;
  email?: string | null;
  phoneNumber?: string | null;
  firstName?: string | null;
  lastName?: string | null;
  location?: { [Key in keyof CustomerLocation]?: CustomerLocation[Key] | null } | null;
  customFields?: { [name: string]: CustomFields[string] | null } | null;
};

export type Profile = {
  email: string | null;
  emailKey: string | null;
  phoneNumber: string | null;
  firstName: string | null;
  lastName: string | null;
  location: CustomerLocation | null;
  customFields: CustomFields | null;
};

export const EMPTY_PROFILE: Profile = {
  email: null,
  emailKey: null,
  phoneNumber: null,
  firstName: null,
  lastName: null,
  location: null,
  customFields: null,
};

/** The identifier that decides alone which customer is meant: the id, else the e-mail address, else the phone number. */
export type Identifier = { by: "id" | "emailKey" | "phoneNumber"; value: string };

export function identifierOf(given: Given): Identifier | undefined {
  if (given.id) return { by: "id", value: given.id };
  if (given.email) return { by: "emailKey", value: emailKey(given.email) };
  if (given.phoneNumber) return { by: "phoneNumber", value: given.phoneNumber };
  return undefined;
}

/** A profile after a patch: what is given replaces, `location` and `customFields` merge member by member. */
export function patched(profile: Profile, given: Given): Profile {
  const email = given.email ? { email: given.email.trim(), emailKey: emailKey(given.email) } : {};
  const { phoneNumber, firstName, lastName } = given;
  return {
    ...profile,
    ...email,
    ...present({ phoneNumber, firstName, lastName }),
    location: merged(profile.location, given.location),
    customFields: merged(profile.customFields, given.customFields),
  };
}

function merged<T extends object>(before: T | null, given: object | null | undefined): T | null {
  if (!given) return before;
  return { ...before, ...present(given) } as T;
}

export function sameProfile(a: Profile, b: Profile): boolean {
  return Object.keys(EMPTY_PROFILE).every((key) =>
    sameJson(a[key as keyof Profile], b[key as keyof Profile]),
  );
}
