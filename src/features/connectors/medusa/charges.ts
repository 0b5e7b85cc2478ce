import {
  amountOf,
  divideHalfUp,
  greater,
  lesser,
  minorDigits,
  minorOf,
  powerOfTen,
} from "../../../lib/money.ts";
import type { MedusaItem, MedusaOrder, MedusaShipping } from "./order-schema.ts";

/** So many decimals are computed with. Medusa itself computes with twenty digits, and rounds nothing. */
const SCALE = 18;
const ONE = powerOfTen(SCALE);
const HUNDRED = 100n * ONE;

/** So many digits an amount may have, and so many decimals are enough for any currency. */
const MAX_DIGITS = 15;
const MAX_DECIMALS = 8;

type Given = { amount: number; raw_amount?: { value: string | number } | null };

/** Returns a number of Medusa's in units of 10^-18. */
export function exactOf({ amount, raw_amount }: Given): bigint {
  return minorOf(raw_amount?.value ?? amount, SCALE);
}

/** What a line or shipping costs, what is taken off, and its tax, as decimal strings. */
export type Charge = { price: string; discounts: string[]; taxes: string[] };

/**
 * Returns functions that say what a line or shipping costs, as decimals that together make the amount that Medusa computes.
 * Where all prices that are taxed include their tax, they stay as they are. Where only some do, all are without tax, which
 * is what the price without tax leaves of them. What `credit` has beyond prices without tax has paid for a part of the tax, which
 * is so much less then.
 */
export function chargesIn(
  order: MedusaOrder,
  credit: bigint,
): {
  taxesIncluded: boolean;
  ofItem(item: MedusaItem): Charge;
  ofShipping(method: MedusaShipping): Charge;
  text(exact: bigint): string;
} {
  const decimals = decimalsFor(order);
  const unit = powerOfTen(SCALE - decimals);
  const rounded = (exact: bigint) =>
    (exact < 0n ? -divideHalfUp(-exact, unit) : divideHalfUp(exact, unit)) * unit;
  const text = (exact: bigint) => withoutZeros(amountOf(rounded(exact) / unit, decimals));
  const taxed = [...order.items, ...(order.shipping_methods ?? [])].filter((part) => rateOf(part) > 0n);
  const taxesIncluded = taxed.length > 0 && taxed.every(({ is_tax_inclusive }) => is_tax_inclusive);

  function costOf(exact: bigint, quantity: bigint, of: MedusaItem | MedusaShipping): Cost {
    const rate = rateOf(of);
    const shownOf = (amount: bigint, isGross: boolean | null | undefined) => {
      if (taxesIncluded) return isGross ? amount : amount + divideHalfUp(amount * rate, HUNDRED);
      return isGross ? withoutTax(amount, rate) : amount;
    };
    const price = shownOf(exact, of.is_tax_inclusive || taxesIncluded);
    let [worth, left] = [price * quantity, rounded(price) * quantity];
    const discounts = (of.adjustments ?? []).map((adjustment) => {
      const taken = shownOf(exactOf(adjustment), adjustment.is_tax_inclusive);
      worth -= taken;
      left -= rounded(taken);
      return taken;
    });
    const net = taxesIncluded ? withoutTax(worth, rate) : worth;
    const full = taxesIncluded ? worth : net + (net * rate) / HUNDRED;
    const tax = worth > 0n ? rounded(full) - (taxesIncluded ? rounded(net) : left) : 0n;
    return { of, price, discounts, tax, left: greater(left, 0n) };
  }
  const ofItem = (item: MedusaItem) =>
    costOf(
      exactOf({ amount: item.unit_price, raw_amount: item.raw_unit_price }),
      BigInt(item.quantity),
      item,
    );
  const ofShipping = (method: MedusaShipping) => costOf(exactOf(method), 1n, method);

  const costs = [...order.items.map(ofItem), ...(order.shipping_methods ?? []).map(ofShipping)];
  const sum = (of: (cost: Cost) => bigint) => costs.reduce((total, cost) => total + of(cost), 0n);
  const tax = sum((cost) => cost.tax);
  const ofTax = taxesIncluded ? 0n : lesser(greater(credit - sum(({ left }) => left), 0n), tax);
  const unpaid = (each: bigint) => (ofTax === 0n ? each : rounded((each * (tax - ofTax)) / tax));

  const charge = ({ of, price, discounts, tax: full }: Cost): Charge => ({
    price: text(price),
    discounts: discounts.map(text),
    taxes: shares(unpaid(full), ratesOf(of), unit).map(text),
  });
  return {
    taxesIncluded,
    ofItem: (item) => charge(ofItem(item)),
    ofShipping: (method) => charge(ofShipping(method)),
    text,
  };
}

/** `left` is the price of all pieces after the discounts, as both are written. */
type Cost = {
  of: MedusaItem | MedusaShipping;
  price: bigint;
  discounts: bigint[];
  tax: bigint;
  left: bigint;
};

type Taxed = Pick<MedusaItem, "tax_lines">;

function ratesOf({ tax_lines }: Taxed): bigint[] {
  return (tax_lines ?? []).map(({ rate, raw_rate }) => exactOf({ amount: rate, raw_amount: raw_rate }));
}

function rateOf(of: Taxed): bigint {
  return ratesOf(of).reduce((sum, rate) => sum + rate, 0n);
}

/** Returns what a price with tax is without it. */
function withoutTax(gross: bigint, rate: bigint): bigint {
  return gross < 0n ? gross : divideHalfUp(gross * HUNDRED, HUNDRED + rate);
}

/** Returns the shares that tax rates have in a tax: multiples of the unit that add up to it. */
function shares(tax: bigint, rates: bigint[], unit: bigint): bigint[] {
  const sum = rates.reduce((total, rate) => total + rate, 0n);
  if (sum === 0n || tax <= 0n) return rates.map(() => 0n);
  let [rate, given] = [0n, 0n];
  return rates.map((each) => {
    rate += each;
    const upTo = rate === sum ? tax : divideHalfUp(tax * rate, sum * unit) * unit;
    const share = upTo - given;
    given = upTo;
    return share;
  });
}

/** Returns how many decimals leave the order's sums exact as numbers: eight, unless it costs ten millions. */
function decimalsFor({ items, shipping_methods, currency_code }: MedusaOrder): number {
  let sum = 0;
  for (const { unit_price, quantity } of items) sum += Math.abs(unit_price) * quantity;
  for (const { amount } of shipping_methods ?? []) sum += Math.abs(amount);
  // Tax on top may add a digit.
  const digits = Math.trunc(2 * sum).toFixed(0).length;
  return Math.max(minorDigits(currency_code.toUpperCase()), Math.min(MAX_DECIMALS, MAX_DIGITS - digits));
}

/** Returns a decimal without the zeros at its end. */
function withoutZeros(text: string): string {
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}
