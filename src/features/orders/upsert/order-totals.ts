import { amountOf, divideHalfUp, greater, minorDigits, minorOf, powerOfTen } from "../../../lib/money.ts";

/** What an order costs, as decimal strings. A tax is undefined where the source doesn't name it. */
export type Charges = {
  currency: string;
  /** Whether prices and discounts include the taxes. */
  isTaxIncluded: boolean;
  lines: { price: string; quantity: number; discounts: string[]; taxes: string[] | undefined }[];
  /** Of the order, beside those of lines and shipping. */
  discounts: string[];
  shipping: { price: string; discounts: string[]; taxes: string[] | undefined }[];
};

/** The amounts of an order and of its lines and shipping, exact. */
export type Totals = {
  lines: { price: number; discount: number; tax: number | undefined }[];
  shipping: { cost: number; tax: number | undefined };
  totalPrice: number;
  subtotalPrice: number;
  totalTax: number;
  totalDiscount: number;
};

/**
 * Returns the totals of an order: decimal sums, of which the price and the subtotal are rounded half up to the currency's
 * smallest unit. The cost of shipping is what is left after its discounts. What the lines don't cost of the order's
 * discounts is taken off the shipping. The subtotal is without tax. Throws a RangeError for a sum that a number can't hold.
 */
export function totalsOfCharges({ currency, isTaxIncluded, lines, discounts, shipping }: Charges): Totals {
  const decimals = decimalsOfAll({ lines, discounts, shipping }, minorDigits(currency));
  const exact = (amount: string) => minorOf(amount, decimals);
  const sum = (amounts: string[]) => amounts.reduce((total, amount) => total + exact(amount), 0n);
  const toNumber = (minor: bigint) => numberOf(minor, decimals);

  let [worth, tax, ofLines] = [0n, 0n, 0n];
  const summed = lines.map(({ price, quantity, discounts: taken, taxes }) => {
    const discount = sum(taken);
    worth += greater(exact(price) * BigInt(quantity) - discount, 0n);
    ofLines += discount;
    const taxed = taxes === undefined ? undefined : sum(taxes);
    tax += taxed ?? 0n;
    return {
      price: toNumber(exact(price)),
      discount: toNumber(discount),
      tax: taxed === undefined ? undefined : toNumber(taxed),
    };
  });
  let [cost, shippingTax] = [0n, undefined as bigint | undefined];
  for (const { price, discounts: taken, taxes } of shipping) {
    cost += greater(exact(price) - sum(taken), 0n);
    if (taxes) shippingTax = (shippingTax ?? 0n) + sum(taxes);
  }
  const taxOfLines = tax;
  tax += shippingTax ?? 0n;
  const ofOrder = sum(discounts);
  const subtotal = greater(worth - ofOrder, 0n);
  const paidShipping = greater(cost - greater(ofOrder - worth, 0n), 0n);

  const one = powerOfTen(decimals - minorDigits(currency));
  const rounded = (minor: bigint) => numberOf(divideHalfUp(minor, one), minorDigits(currency));
  return {
    lines: summed,
    shipping: { cost: toNumber(cost), tax: shippingTax === undefined ? undefined : toNumber(shippingTax) },
    totalPrice: rounded(subtotal + paidShipping + (isTaxIncluded ? 0n : tax)),
    subtotalPrice: rounded(isTaxIncluded ? greater(subtotal - taxOfLines, 0n) : subtotal),
    totalTax: toNumber(tax),
    totalDiscount: toNumber(ofLines + ofOrder),
  };
}

function decimalsOfAll(
  { lines, discounts, shipping }: Omit<Charges, "currency" | "isTaxIncluded">,
  least: number,
): number {
  let most = least;
  const see = (amounts: string[]) => {
    for (const amount of amounts) {
      const point = amount.indexOf(".");
      if (point >= 0) most = Math.max(most, amount.length - point - 1);
    }
  };
  see(discounts);
  for (const { price, discounts: taken, taxes = [] } of [...lines, ...shipping]) {
    see([price]);
    see(taken);
    see(taxes);
  }
  return most;
}

/** Returns the number that is written as this decimal. */
function numberOf(minor: bigint, decimals: number): number {
  const text = amountOf(minor, decimals);
  const number = Number(text);
  if (minorOf(number, decimals) !== minor || number > Number.MAX_SAFE_INTEGER) {
    throw new RangeError(`A sum of the order's amounts, ${text}, has too many digits.`);
  }
  return number;
}
