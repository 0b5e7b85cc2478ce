import type { Fault } from "../../lib/problem.ts";
import type { customers } from "../../platform/db/tables/customers.ts";
import { addFields, fieldBytesOf, sizesOf } from "./custom-fields.ts";

type Row = typeof customers.$inferSelect;
type Merged = Pick<
  Row,
  "email" | "emailKey" | "phoneNumber" | "firstName" | "lastName" | "location" | "customFields"
>;

/**
 * Returns what a customer's profile has once another is merged into it: its own values, and the other's where it has none;
 * `location` member by member, `customFields` key by key. Returns a fault when the custom fields would exceed their limits.
 */
export function mergeProfiles(target: Row, source: Row): Merged | Fault {
  const own = target.customFields ?? {};
  const added = Object.fromEntries(
    Object.entries(source.customFields ?? {}).filter(([name]) => !Object.hasOwn(own, name)),
  );
  const fault = addFields(sizesOf(fieldBytesOf(own)), added);
  if (fault) return fault;
  const address = target.emailKey === null ? source : target;
  return {
    email: address.email,
    emailKey: address.emailKey,
    phoneNumber: target.phoneNumber ?? source.phoneNumber,
    firstName: target.firstName ?? source.firstName,
    lastName: target.lastName ?? source.lastName,
    location: joined(target.location, source.location),
    customFields: joined(target.customFields, source.customFields),
  };
}

/** The spread keeps a field named `__proto__`, which an assignment would lose. */
function joined<T extends object>(own: T | null, other: T | null): T | null {
  return own && other ? { ...other, ...own } : (own ?? other);
}
