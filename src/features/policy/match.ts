import { memoizeByObject } from "../../lib/memoize-by-object.ts";
import { minorOf, powerOfTen } from "../../lib/minor-units.ts";
import type { Facts, LineFacts } from "./facts.ts";
import type { Comparison, When } from "./schema.ts";

/** What a condition is tested on. The order's day is in the policy's time zone; few policies ask for it. */
export type Tested = { facts: Facts; line: LineFacts; orderDay: () => string; reasonCode: string | null };

export type FactName = keyof When;

type Compared = { op: Comparison; value: string };

type Test<Wanted> = (wanted: Wanted, tested: Tested) => boolean;

/** In the order in which an explanation names them: a shopper can change the reason, and nothing else. */
const TESTS: { [Name in FactName]-?: Test<NonNullable<When[Name]>> } = {
  reasonCodes: (codes, { reasonCode }) => reasonCode !== null && codes.includes(reasonCode),
  tags: (tags, { line }) => tags.some((tag) => line.tags.includes(tag)),
  productIds: (ids, { line }) => line.productId !== null && ids.includes(line.productId),
  skus: (skus, { line }) => skus.some((sku) => isSku(sku, line.sku)),
  discountPercent: (compared, { line }) => isDiscount(compared, line),
  pricePaid: (compared, { line }) => isPaid(compared, line),
  orderTags: (tags, { facts }) => tags.some((tag) => facts.orderTags.includes(tag)),
  countries: (countries, { facts }) => facts.country !== null && countries.includes(facts.country),
  currency: (currency, { facts }) => facts.currency === currency,
  segment: (segment, { facts }) => facts.segments.includes(segment),
  orderedFrom: (day, { orderDay }) => orderDay() >= day,
  orderedUntil: (day, { orderDay }) => orderDay() <= day,
};

export const FACT_NAMES = Object.keys(TESTS) as FactName[];

/** Returns whether a condition holds: all that it has, where an empty list is as one that is absent. */
export function matches(when: When | undefined, tested: Tested): boolean {
  return when === undefined || testsOf(when).every((holds) => holds(tested));
}

/** Many lines are tested by the same policy. */
const testsOf = memoizeByObject((when: When) => {
  return FACT_NAMES.filter((name) => restricts(when, name)).map((name) => testOf(when, name));
});

function testOf<Name extends FactName>(when: When, name: Name): (tested: Tested) => boolean {
  const wanted = when[name];
  const test = TESTS[name] as Test<typeof wanted>;
  return (tested) => test(wanted, tested);
}

/** Returns whether a condition has a field that not every line meets. */
export function restricts(when: When, name: FactName): boolean {
  const wanted = when[name];
  return wanted !== undefined && !(Array.isArray(wanted) && wanted.length === 0);
}

function isSku(wanted: string, sku: string | null): boolean {
  if (sku === null) return false;
  return wanted.endsWith("*") ? sku.startsWith(wanted.slice(0, -1)) : sku === wanted;
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
