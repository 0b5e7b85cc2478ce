import { memoizeByObject } from "../../lib/memoize-by-object.ts";
import { minorOf, powerOfTen } from "../../lib/money.ts";
import type { Facts, LineFacts } from "./facts.ts";
import type { Comparison, When } from "./schema.ts";

/** What a condition is tested on. The order's day is in the policy's time zone; few policies ask for it. */
export type Tested = {
  facts: Facts;
  line: LineFacts;
  orderDay: () => string;
  reasonCode: string | null;
  /** Which conditions hold for the line whatever the reason, where it is decided for many reasons. */
  known?: Map<When, boolean> | undefined;
};

export type FactName = keyof When;

type Compared = { op: Comparison; value: string };

type Test = (tested: Tested) => boolean;

/**
 * Returns what tests a field of a condition. Its lists become sets, once: a policy may have many values, and a line many
 * tags. In the order in which an explanation names them: a shopper can change the reason, and nothing else.
 */
const TESTS: { [Name in FactName]-?: (wanted: NonNullable<When[Name]>) => Test } = {
  reasonCodes: (codes) => isOneOf(codes, ({ reasonCode }) => reasonCode),
  tags: (tags) => hasOneOf(tags, ({ line }) => line.tags),
  productIds: (ids) => isOneOf(ids, ({ line }) => line.productId),
  skus: isSkuOf,
  discountPercent:
    (compared) =>
    ({ line }) =>
      isDiscount(compared, line),
  pricePaid:
    (compared) =>
    ({ line }) =>
      isPaid(compared, line),
  orderTags: (tags) => hasOneOf(tags, ({ facts }) => facts.orderTags),
  countries: (countries) => isOneOf(countries, ({ facts }) => facts.country),
  currency:
    (currency) =>
    ({ facts }) =>
      facts.currency === currency,
  segment:
    (segment) =>
    ({ facts }) =>
      facts.segments.includes(segment),
  orderedFrom:
    (day) =>
    ({ orderDay }) =>
      orderDay() >= day,
  orderedUntil:
    (day) =>
    ({ orderDay }) =>
      orderDay() <= day,
};

export const FACT_NAMES = Object.keys(TESTS) as FactName[];

/** Returns whether a condition holds: all that it has, where an empty list is as one that is absent. */
export function matches(when: When | undefined, tested: Tested): boolean {
  if (when === undefined) return true;
  const { ofReason, others } = testsOf(when);
  if (ofReason && !ofReason(tested)) return false;
  const known = tested.known?.get(when);
  if (known !== undefined) return known;
  const holds = others.every((each) => each(tested));
  tested.known?.set(when, holds);
  return holds;
}

/** Many lines are tested by the same policy. */
const testsOf = memoizeByObject((when: When) => {
  const restricting = FACT_NAMES.filter((name) => restricts(when, name));
  const others = restricting.filter((name) => name !== "reasonCodes").map((name) => testOf(when, name));
  return { ofReason: restricting.length > others.length ? testOf(when, "reasonCodes") : undefined, others };
});

function testOf<Name extends FactName>(when: When, name: Name): Test {
  const wanted = when[name];
  return (TESTS[name] as (given: typeof wanted) => Test)(wanted);
}

function isOneOf(wanted: string[], read: (tested: Tested) => string | null): Test {
  const all = new Set(wanted);
  return (tested) => {
    const value = read(tested);
    return value !== null && all.has(value);
  };
}

function hasOneOf(wanted: string[], valuesOf: (tested: Tested) => string[]): Test {
  const all = new Set(wanted);
  return (tested) => valuesOf(tested).some((value) => all.has(value));
}

/** Returns whether a condition has a field that not every line meets. */
export function restricts(when: When, name: FactName): boolean {
  const wanted = when[name];
  return wanted !== undefined && !(Array.isArray(wanted) && wanted.length === 0);
}

/** An SKU with a star at its end is the beginning of others. */
function isSkuOf(skus: string[]): Test {
  const whole = new Set(skus.filter((sku) => !sku.endsWith("*")));
  const beginnings = new Set(skus.flatMap((sku) => (sku.endsWith("*") ? sku.slice(0, -1) : [])));
  const lengths = [...new Set(Array.from(beginnings, (sku) => sku.length))];
  return ({ line: { sku } }) =>
    sku !== null &&
    (whole.has(sku) ||
      lengths.some((length) => length <= sku.length && beginnings.has(sku.slice(0, length))));
}

/** What was paid for a unit may have no end as a decimal, so the whole line is compared with as many times the value. */
function isPaid({ op, value }: Compared, { paid, ordered }: LineFacts): boolean {
  const digits = Math.max(digitsOf(paid), digitsOf(value));
  return compares(op, minorOf(paid, digits), minorOf(value, digits) * BigInt(ordered));
}

/** What costs nothing has no discount. */
function isDiscount({ op, value }: Compared, { discount, price }: LineFacts): boolean {
  const [digits, ofValue] = [Math.max(digitsOf(discount), digitsOf(price)), digitsOf(value)];
  const [whole, percent] = [minorOf(price, digits), minorOf(value, ofValue)];
  if (whole === 0n) return compares(op, 0n, percent);
  return compares(op, minorOf(discount, digits) * 100n * powerOfTen(ofValue), percent * whole);
}

function digitsOf(decimal: string): number {
  const point = decimal.indexOf(".");
  return point < 0 ? 0 : decimal.length - point - 1;
}

function compares(op: Comparison, a: bigint, b: bigint): boolean {
  if (op === "=") return a === b;
  if (op === "!=") return a !== b;
  if (op === ">") return a > b;
  if (op === ">=") return a >= b;
  return op === "<" ? a < b : a <= b;
}
