import { cutText } from "./text-length.ts";

/** In characters; an index entry has a maximum size. */
const MAX_KEY_LENGTH = 255;

/**
 * Returns a field as it is compared: trimmed, in lower case and cut after 255 characters, like e-mail
 * addresses; undefined for an empty or missing one.
 */
export function searchKeyOf(field: string | null | undefined): string | undefined {
  const key = field?.trim().toLowerCase();
  if (!key) return undefined;
  return cutText(key, MAX_KEY_LENGTH);
}

/** Returns the distinct keys of fields. */
export function searchKeysOf(fields: (string | null | undefined)[]): Set<string> {
  return new Set(fields.flatMap((field) => searchKeyOf(field) ?? []));
}

type NamedCustomer = { name?: string | null; firstName?: string | null; lastName?: string | null };

/**
 * Returns the keys of the name on an order, beginning with either part of it; none for a name that the order's
 * customer has got from it. Customers don't get a `name`, which is split at the first space.
 */
export function orderNameKeysOf(
  { name, firstName, lastName }: NamedCustomer,
  { hasCustomer }: { hasCustomer: boolean },
): Set<string> {
  const isSplit = Boolean(firstName || lastName);
  if (isSplit && hasCustomer) return new Set();
  const [first = "", ...rest] = (name ?? "").trim().split(/\s+/);
  const [given, surname] = isSplit ? [firstName ?? "", lastName ?? ""] : [first, rest.join(" ")];
  return searchKeysOf([`${given} ${surname}`, `${surname} ${given}`]);
}
