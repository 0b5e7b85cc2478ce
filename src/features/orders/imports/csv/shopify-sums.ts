import { greater, minorDigits, powerOfTen } from "../../../../lib/money.ts";
import { DECIMALS, rounded, spread, sumOf } from "./amounts.ts";
import type { ExportedLine } from "./lines.ts";
import type { Row, RowReader } from "./row-reader.ts";

type Sums = {
  lines: ExportedLine[];
  subtotal: bigint;
  shipping: bigint | undefined;
  tax: bigint | undefined;
  discount: bigint;
};

/**
 * Returns what an order costs. The subtotal of an export is what the lines cost after all discounts but those of the
 * shipping, with the tax where prices include it: which the total says.
 */
export function sumsOf(
  lines: ExportedLine[],
  asked: { first: Row; total: bigint | undefined; currency: string; reader: RowReader },
): Sums {
  const { first, total, currency, reader } = asked;
  const [shipping, tax, off, duties] = ["Shipping", "Taxes", "Discount Amount", "Duties"].map((name) =>
    reader.amount(first, name),
  );
  const worth = sumOf(lines.map((line) => line.worth));
  const ofLines = sumOf(lines.map((line) => line.discount));
  const given = reader.amount(first, "Subtotal");
  const subtotal = given ?? greater(worth - greater(off ?? 0n, ofLines), 0n);
  const discount = greater(worth - subtotal, 0n);
  const paid = { subtotal, shipping: shipping ?? 0n, duties: duties ?? 0n, tax: tax ?? 0n, total };
  const ofShipping = greater((off ?? 0n) - discount, 0n);
  const charged = shipping === undefined ? undefined : shippingPaid(paid, ofShipping);
  const hasTaxIn = isTaxIncludedIn({ ...paid, shipping: charged ?? 0n });
  const taxOfLines = hasTaxIn ? taxShare(paid.tax, [subtotal, charged ?? 0n], currency) : 0n;
  return {
    // Discounts of lines that are more than what was taken off in all are not theirs alone.
    lines: ofLines > discount ? lines.map((line) => ({ ...line, discount: 0n })) : lines,
    subtotal: rounded(greater(subtotal - taxOfLines, 0n), minorDigits(currency)),
    shipping: charged,
    tax,
    discount,
  };
}

type Paid = Record<"subtotal" | "shipping" | "duties" | "tax", bigint> & { total: bigint | undefined };

/**
 * Whether prices include the tax: the total is less than with the tax on top of them, by more than cash is rounded. A tip is
 * in the total alone, and may be a part of the tax.
 */
function isTaxIncludedIn({ subtotal, shipping, duties, tax, total }: Paid): boolean {
  if (total === undefined) return false;
  const missing = subtotal + shipping + duties + tax - total;
  return missing * 4n > tax;
}

function fits(
  { subtotal, shipping, duties, tax, total }: Paid,
  { isTaxIncluded }: { isTaxIncluded: boolean },
): boolean {
  return total === subtotal + shipping + duties + (isTaxIncluded ? 0n : tax);
}

/** What is paid for the shipping is what fits the total: its price, or what a discount has left of it. */
function shippingPaid(paid: Paid, discount: bigint): bigint {
  const prices = [paid.shipping, greater(paid.shipping - discount, 0n)];
  for (const isTaxIncluded of [false, true]) {
    const found = prices.find((shipping) => fits({ ...paid, shipping }, { isTaxIncluded }));
    if (found !== undefined) return found;
  }
  return paid.shipping;
}

function taxShare(tax: bigint, weights: [lines: bigint, shipping: bigint], currency: string): bigint {
  return spread(tax, weights, powerOfTen(DECIMALS - minorDigits(currency)))[0] ?? 0n;
}
