export const COMPARISONS = ["=", "!=", ">", ">=", "<", "<="] as const;
export const OPERATORS = [...COMPARISONS, "exists", "in", "startsWith"] as const;

export type Comparison = (typeof COMPARISONS)[number];
export type Scalar = string | number | boolean;

/** What a value is tested for. A value of another type than `value` meets no test but `exists`. */
export type Test =
  | { op: Comparison; value: Scalar }
  | { op: "exists"; value: boolean }
  | { op: "in"; value: Scalar[] }
  | { op: "startsWith"; value: string };

/** A range of an event's time: the last seconds up to a moment, or from `since` up to before `until`. */
export type Within = { lastSeconds: number } | { since?: Date | undefined; until?: Date | undefined };

export type CustomerCondition = { customer: string; test: Test };

/**
 * A date of a profile, compared with the last seconds up to a moment: `=` is met by a date within them, `!=` by any
 * other date, and the other comparisons are with their beginning.
 */
export type RelativeCondition = { customer: string; op: Comparison; lastSeconds: number };

export type EventCondition = {
  event: string;
  data: { key: string; test: Test }[];
  /** What the event's own `value` is tested for. */
  value?: Test | undefined;
  within?: Within | undefined;
  times?: { op: Comparison; value: number } | undefined;
};

type Tree<Leaf> = { all: Tree<Leaf>[] } | { any: Tree<Leaf>[] } | { not: Tree<Leaf> } | Leaf;

/** A valid condition. It is met or not: an absent value meets nothing but `exists` false and `not`. */
export type Condition = Tree<CustomerCondition | RelativeCondition | EventCondition>;

/** A condition in which all dates of profiles are known. */
export type AbsoluteCondition = Tree<CustomerCondition | EventCondition>;

/** The types of the fields of a profile, beside its custom fields. */
export const CUSTOMER_FIELDS = {
  id: "string",
  email: "string",
  phoneNumber: "string",
  firstName: "string",
  lastName: "string",
  createdAt: "date",
  updatedAt: "date",
  "location.street1": "string",
  "location.street2": "string",
  "location.city": "string",
  "location.state": "string",
  "location.stateCode": "string",
  "location.postalCode": "string",
  "location.country": "string",
  "location.countryCode": "string",
  "location.ianaTimeZoneName": "string",
  "location.latitude": "number",
  "location.longitude": "number",
} as const satisfies Record<string, "string" | "date" | "number">;

export type CustomerField = keyof typeof CUSTOMER_FIELDS;

export const CUSTOM_FIELD = "customFields.";

export function isCustomerField(name: string): name is CustomerField {
  return Object.hasOwn(CUSTOMER_FIELDS, name);
}

/** Returns how many conditions on a profile or on events a condition has. */
export function countLeaves(condition: Condition): number {
  if ("not" in condition) return countLeaves(condition.not);
  const parts = "all" in condition ? condition.all : "any" in condition ? condition.any : undefined;
  return parts ? parts.reduce((sum, part) => sum + countLeaves(part), 0) : 1;
}
