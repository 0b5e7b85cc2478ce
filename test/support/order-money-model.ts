/**
 * What an order's units cost, computed apart from the service: in whole numbers, unit by unit. Amounts of orders are in
 * tenths of the currency's smallest unit, amounts of units in smallest units; null is absent.
 */
export type PlainLine = { quantity: number; price: bigint | null; discount: bigint | null };
export type PlainOrder = {
  lines: PlainLine[];
  shipping: bigint | null;
  discount: bigint | null;
  tax: bigint | null;
  subtotal: bigint | null;
  total: bigint | null;
};
export type PlainUnit = { net: bigint; tax: bigint };
export type PlainWorth = { units: PlainUnit[][]; paid: bigint; taxKind: "in" | "out" | "none" };

/** Divides and rounds half up. */
function half(dividend: bigint, divisor: bigint): bigint {
  const whole = dividend / divisor;
  return 2n * (dividend - whole * divisor) >= divisor ? whole + 1n : whole;
}

const least = (a: bigint, b: bigint) => [a, b].sort((x, y) => Number(x - y))[0] ?? 0n;
const atLeastZero = (a: bigint) => (a > 0n ? a : 0n);
const add = (values: bigint[]) => values.reduce((all, value) => all + value, 0n);

/** Splits tenths over weights into smallest units: what the first parts have together is rounded. */
function split(tenths: bigint, weights: bigint[]): bigint[] {
  const all = add(weights);
  if (all === 0n) return weights.map(() => 0n);
  const upTo = weights.map((_, i) => half(tenths * add(weights.slice(0, i + 1)), all * 10n));
  return upTo.map((sum, i) => sum - (upTo[i - 1] ?? 0n));
}

export function plainWorth(order: PlainOrder): PlainWorth {
  const { lines } = order;
  const discounts = add(lines.map(({ discount }) => discount ?? 0n));
  const before = lines.map(({ quantity, price, discount }) =>
    atLeastZero((price ?? 0n) * BigInt(quantity) - (discount ?? 0n)),
  );
  const extra = atLeastZero((order.discount ?? 0n) - discounts);
  const offLines = least(extra, add(before));
  const shipping = atLeastZero((order.shipping ?? 0n) - (extra - offLines));
  const shares = split(offLines, before);
  const worth = before.map((tenths, i) => atLeastZero(tenths - 10n * (shares[i] ?? 0n)));

  const taxKind = kindOf(order, add(worth), shipping);
  const whole = add(worth) + shipping;
  const tax = order.tax ?? 0n;
  const spread = taxKind === "none" ? 0n : taxKind === "in" ? least(tax, whole) : tax;
  const taxes = split(spread, [...worth, shipping]).map((share, i) =>
    taxKind === "in" ? least(share, (worth[i] ?? 0n) / 10n) : share,
  );
  const units = lines.map(({ quantity }, i) =>
    unitsOf({ quantity, worth: worth[i] ?? 0n, tax: taxes[i] ?? 0n, isIn: taxKind === "in" }),
  );
  const sums = add(worth.map((tenths) => half(tenths, 10n))) + half(shipping, 10n);
  const paid =
    order.total === null ? sums + (taxKind === "in" ? 0n : half(tax, 10n)) : half(order.total, 10n);
  return { units, paid, taxKind };
}

function kindOf({ tax, total, subtotal, lines: { length } }: PlainOrder, worth: bigint, shipping: bigint) {
  if (!tax) return "none";
  const choose = (out: bigint, within: bigint): PlainWorth["taxKind"] => {
    const [offOut, offIn] = [out < 0n ? -out : out, within < 0n ? -within : within];
    const fits = [offOut, offIn].filter((off) => off <= 10n * BigInt(length));
    if (fits.length === 0) return "none";
    return offOut <= offIn ? "out" : "in";
  };
  const byTotal = total === null ? "none" : choose(worth + shipping + tax - total, worth + shipping - total);
  if (byTotal !== "none" || subtotal === null) return byTotal;
  return choose(worth - subtotal, worth - tax - subtotal);
}

type Line = { quantity: number; worth: bigint; tax: bigint; isIn: boolean };

function unitsOf({ quantity, worth, tax, isIn }: Line): PlainUnit[] {
  const all = BigInt(quantity);
  const lineTotal = half(worth, 10n);
  // Where the tax of a unit may be rounded to more than its price, it follows the price.
  const mostTax = (tax + all - 1n) / all;
  const follows = isIn && mostTax > worth / (10n * all);
  let [worthBefore, taxBefore] = [0n, 0n];
  return Array.from({ length: quantity }, (_, i) => {
    const count = BigInt(i + 1);
    const worthUpTo = half(worth * count, 10n * all);
    const taxUpTo = tax === 0n ? 0n : follows ? half(tax * worthUpTo, lineTotal) : half(tax * count, all);
    const unit = { price: worthUpTo - worthBefore, tax: taxUpTo - taxBefore };
    worthBefore = worthUpTo;
    taxBefore = taxUpTo;
    return { net: isIn ? unit.price - unit.tax : unit.price, tax: unit.tax };
  });
}
