import { decimalsOf, divideHalfUp, greater, minorDigits, minorOf, powerOfTen } from "../../../lib/money.ts";
import type { StoredOrder } from "../../orders/schema.ts";
import { type LineParts, LineWorth } from "./line-worth.ts";

/** What of an order says what its units are worth. */
export type OrderAmounts = Pick<
  StoredOrder,
  "lineItems" | "shipping" | "totalPrice" | "subtotalPrice" | "totalTax" | "totalDiscount"
>;

/** What an order's units are worth, and what was paid for the whole order, in smallest units. */
export type OrderWorth = {
  digits: number;
  /** By the id of the line. */
  lines: Map<string, LineWorth>;
  paid: bigint;
};

const cache = new WeakMap<StoredOrder, OrderWorth>();

/** Returns what an order's units are worth. Cached per order body. */
export function orderWorth({ body, currency }: { body: StoredOrder; currency: string }): OrderWorth {
  const known = cache.get(body) ?? worthOf(body, currency);
  cache.set(body, known);
  return known;
}

/**
 * Returns what the units of an order with these amounts are worth. What `totalDiscount` has beyond the lines' discounts,
 * and `totalTax`, are spread over the lines. Tax that the order names by line or shipping is theirs; only the rest is
 * spread, over those without.
 */
export function worthOf(order: OrderAmounts, currency: string): OrderWorth {
  const digits = minorDigits(currency);
  const { lineItems, shipping, totalPrice, subtotalPrice, totalTax, totalDiscount } = order;
  let decimals = digits;
  const whole = [shipping?.cost, shipping?.tax, totalPrice, subtotalPrice, totalTax, totalDiscount];
  for (const amount of whole) decimals = decimalsOf(amount ?? 0, decimals);
  let hasNamedTax = shipping?.tax !== undefined;
  for (const { price, discount, tax } of lineItems) {
    decimals = decimalsOf(discount ?? 0, decimalsOf(price ?? 0, decimals));
    if (tax === undefined) continue;
    hasNamedTax = true;
    decimals = decimalsOf(tax, decimals);
  }
  const exact = (amount: number | null | undefined) => minorOf(amount ?? 0, decimals);
  const one = powerOfTen(decimals - digits);

  const lines: Pick<LineParts, "quantity" | "price" | "worth">[] = [];
  let [worth, discounts] = [0n, 0n];
  for (const line of lineItems) {
    const [price, discount, quantity] = [exact(line.price), exact(line.discount), BigInt(line.quantity)];
    const ofLine = greater(price * quantity - discount, 0n);
    lines.push({ price, quantity, worth: ofLine });
    worth += ofLine;
    discounts += discount;
  }

  // What the lines don't cost can only have been taken off the shipping.
  const discount = greater(exact(totalDiscount) - discounts, 0n);
  const ofLines = discount < worth ? discount : worth;
  const shippingCost = greater(exact(shipping?.cost) - (discount - ofLines), 0n);
  if (discount > 0n) {
    const shareOf = createSpread(ofLines, worth, one);
    worth = 0n;
    for (const line of lines) {
      line.worth = greater(line.worth - shareOf(line.worth) * one, 0n);
      worth += line.worth;
    }
  }

  const tax = exact(totalTax);
  const kind = taxKind({
    ...{ lines: worth, shipping: shippingCost, tax, tolerance: BigInt(lines.length) * one },
    subtotal: typeof subtotalPrice === "number" ? exact(subtotalPrice) : undefined,
    total: typeof totalPrice === "number" ? exact(totalPrice) : undefined,
  });
  let taxed = worth + shippingCost;
  const isTaxIncluded = kind === "included";
  // Tax that the prices include is a part of them.
  let spreadTax = kind === "unknown" ? 0n : isTaxIncluded && tax > taxed ? taxed : tax;
  if (hasNamedTax) {
    spreadTax = greater(spreadTax - exact(shipping?.tax), 0n);
    if (shipping?.tax !== undefined) taxed -= shippingCost;
    for (const [i, line] of lines.entries()) {
      const named = lineItems[i]?.tax;
      if (named === undefined) continue;
      spreadTax = greater(spreadTax - exact(named), 0n);
      taxed -= line.worth;
    }
  }
  const taxOf = createSpread(spreadTax, taxed, one);
  const namedTaxOf = createRounding(one);
  const worthById = new Map<string, LineWorth>();
  let sum = divideHalfUp(shippingCost, one) + (isTaxIncluded ? 0n : divideHalfUp(tax, one));
  for (const [i, line] of lines.entries()) {
    const named = lineItems[i]?.tax;
    const share = named === undefined ? taxOf(line.worth) : namedTaxOf(exact(named));
    sum += divideHalfUp(line.worth, one);
    // A fraction of the smallest unit may be missing to the tax of a line that the prices include.
    const most = line.worth / one;
    const ofLine = isTaxIncluded && share > most ? most : share;
    worthById.set(lineItems[i]?.id ?? "", new LineWorth({ ...line, one, tax: ofLine, isTaxIncluded }));
  }
  const paid = typeof totalPrice === "number" ? divideHalfUp(exact(totalPrice), one) : sum;
  return { digits, lines: worthById, paid };
}

/**
 * Returns a function from the weight of a part to its share of an amount, in smallest units of `one` each: rounded
 * cumulatively, half up, so that the shares add up.
 */
function createSpread(amount: bigint, weights: bigint, one: bigint): (weight: bigint) => bigint {
  if (amount === 0n || weights === 0n) return () => 0n;
  let [weight, given] = [0n, 0n];
  return (next) => {
    weight += next;
    const upTo = divideHalfUp(amount * weight, weights * one);
    const share = upTo - given;
    given = upTo;
    return share;
  };
}

/** Returns a function that rounds amounts to the smallest unit, cumulatively, so that they add up. */
function createRounding(one: bigint): (amount: bigint) => bigint {
  let [sum, given] = [0n, 0n];
  return (amount) => {
    sum += amount;
    const upTo = divideHalfUp(sum, one);
    const rounded = upTo - given;
    given = upTo;
    return rounded;
  };
}

type TaxKind = "excluded" | "included" | "unknown";
type Sums = {
  lines: bigint;
  shipping: bigint;
  tax: bigint;
  tolerance: bigint;
  subtotal: bigint | undefined;
  total: bigint | undefined;
};

/**
 * Returns whether an order's prices include its tax: which of both its total fits, else its subtotal. The total comes
 * first, since shops whose prices include tax send subtotals with it, and it is what was paid.
 */
function taxKind({ lines, shipping, tax, tolerance, subtotal, total }: Sums): TaxKind {
  if (tax === 0n) return "unknown";
  const ofTotal =
    total === undefined
      ? "unknown"
      : nearer(distance(lines + shipping + tax, total), distance(lines + shipping, total), tolerance);
  if (ofTotal !== "unknown" || subtotal === undefined) return ofTotal;
  return nearer(distance(lines, subtotal), distance(lines, subtotal + tax), tolerance);
}

function nearer(excluded: bigint, included: bigint, tolerance: bigint): TaxKind {
  if (excluded > tolerance && included > tolerance) return "unknown";
  return excluded <= included ? "excluded" : "included";
}

function distance(a: bigint, b: bigint): bigint {
  return a < b ? b - a : a - b;
}
