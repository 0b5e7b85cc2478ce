import type { CustomerLocation, CustomFields } from "../db/tables/customers.ts";
import { parseDateTime } from "../lib/date-time.ts";
import { emailKey } from "../lib/person.ts";

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

/** When each field was last said, by the stamp of the request that said it. */
export type Stamps = Record<string, number>;

export type Profile = {
  id: string;
  email: string | null;
  emailKey: string | null;
  phoneNumber: string | null;
  firstName: string | null;
  lastName: string | null;
  location: CustomerLocation | null;
  customFields: CustomFields | null;
  stamps: Stamps;
};

/** The identifier that decides alone which customer is meant: the id, else the e-mail address, else the phone number. */
export type Identifier = { by: "id" | "emailKey" | "phoneNumber"; value: string };

/** Everything in `given` that can identify a customer, the deciding one first. */
export function identifiersOf(given: Given): Identifier[] {
  const all: Identifier[] = [];
  if (given.id) all.push({ by: "id", value: given.id });
  if (given.email) all.push({ by: "emailKey", value: emailKey(given.email) });
  if (given.phoneNumber) all.push({ by: "phoneNumber", value: given.phoneNumber });
  return all;
}

export function emptyProfile(id: string): Profile {
  return {
    id,
    email: null,
    emailKey: null,
    phoneNumber: null,
    firstName: null,
    lastName: null,
    location: null,
    customFields: null,
    stamps: {},
  };
}

/**
 * A profile after a patch, or the same profile when nothing of it counts: what is given replaces, `location` and
 * `customFields` merge member by member, and a field that a later request has said stays. `isHeld` tells identifiers that
 * belong to somebody else: they are not taken over.
 */
export function patched(
  profile: Profile,
  given: Given,
  stamp: number,
  isHeld: (identifier: Identifier) => boolean,
): Profile {
  const stamps: Stamps = {};
  const counts = (field: string, value: unknown) => {
    const isLatest = value !== undefined && value !== null && stamp >= (profile.stamps[field] ?? 0);
    if (isLatest) stamps[field] = stamp;
    return isLatest;
  };
  const members = <T extends object>(
    before: T | null,
    name: string,
    patch: object | null | undefined,
  ): T | null => {
    const said = Object.entries(patch ?? {}).filter(([key, value]) => counts(`${name}.${key}`, value));
    return said.length === 0 ? before : ({ ...before, ...Object.fromEntries(said) } as T);
  };
  const after = { ...profile };
  for (const [by, value] of [
    ["emailKey", given.email && emailKey(given.email)],
    ["phoneNumber", given.phoneNumber],
  ] as const) {
    if (!value || isHeld({ by, value }) || !counts(by, value)) continue;
    after[by] = value;
    if (by === "emailKey") after.email = given.email?.trim() ?? null;
  }
  if (counts("firstName", given.firstName)) after.firstName = given.firstName ?? null;
  if (counts("lastName", given.lastName)) after.lastName = given.lastName ?? null;
  after.location = members(profile.location, "location", given.location);
  after.customFields = members(profile.customFields, "customFields", normalised(given.customFields));
  if (Object.keys(stamps).length === 0) return profile;
  return { ...after, stamps: { ...profile.stamps, ...stamps } };
}

/** Dates are kept as instants, so that they compare whatever offset they were sent with. */
export function normalised(fields: Given["customFields"]): object {
  return Object.fromEntries(
    Object.entries(fields ?? {}).map(([key, value]) => [
      key,
      typeof value === "string" ? (parseDateTime(value)?.toISOString() ?? value) : value,
    ]),
  );
}
