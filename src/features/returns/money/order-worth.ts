import { decimalsOf, divideHalfUp, greater, minorOf, powerOfTen } from "../../../lib/minor-units.ts";
import { minorDigits } from "../../../lib/money.ts";
import type { OrderBody } from "../../orders/schema.ts";
import { type LineParts, LineWorth } from "./line-worth.ts";

/** What of an order says what its units are worth. */
export type OrderAmounts = Pick<
  OrderBody,
  "lineItems" | "shipping" | "totalPrice" | "subtotalPrice" | "totalTax" | "totalDiscount"
>;

/** What an order's units are worth, and what was paid for the whole order, in smallest units. */
export type OrderWorth = {
  digits: number;
  /** By the id of the line. */
  lines: Map<string, LineWorth>;
  paid: bigint;
};

const cache = new WeakMap<OrderBody, OrderWorth>();

/** Returns what an order's units are worth. Cached per order body. */
export function orderWorth({ body, currency }: { body: OrderBody; currency: string }): OrderWorth {
  const known = cache.get(body) ?? worthOf(body, currency);
  cache.set(body, known);
  return known;
}

/**
 * Returns what the units of an order with these amounts are worth. What `totalDiscount` has beyond the lines' discounts,
 * and `totalTax`, are spread over the lines.
 */
export function worthOf(order: OrderAmounts, currency: string): OrderWorth {
  const digits = minorDigits(currency);
  const { lineItems, shipping, totalPrice, subtotalPrice, totalTax, totalDiscount } = order;
  let decimals = digits;
  for (const amount of [shipping?.cost, totalPrice, subtotalPrice, totalTax, totalDiscount]) {
    decimals = decimalsOf(amount ?? 0, decimals);
  }
  for (const { price, discount } of lineItems) {
    decimals = decimalsOf(discount ?? 0, decimalsOf(price ?? 0, decimals));
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
  const whole = worth + shippingCost;
  const isTaxIncluded = kind === "included";
  // Tax that the prices include is a part of them.
  const spreadTax = kind === "unknown" ? 0n : isTaxIncluded && tax > whole ? whole : tax;
  const taxOf = createSpread(spreadTax, whole, one);
  const worthById = new Map<string, LineWorth>();
  let sum = divideHalfUp(shippingCost, one) + (isTaxIncluded ? 0n : divideHalfUp(tax, one));
  for (const [i, line] of lines.entries()) {
    const share = taxOf(line.worth);
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
