import { isDecimal } from "../../../lib/decimal-text.ts";
import { greater, minorOf } from "../../../lib/money.ts";
import type { ReturnAdditions } from "../additions-schema.ts";

type ExchangeItem = NonNullable<NonNullable<ReturnAdditions["exchange"]>["items"]>[number];

/** The money of exchanged units in smallest units: the price before its discount, the discount, the tax and the total. */
export type ExchangeMoney = Record<"product" | "discount" | "tax" | "total", bigint>;

/** Returns the money of one unit of an exchange item. A price above the original one has no discount. */
export function exchangeUnit({ originalPrice, price }: ExchangeItem, digits: number): ExchangeMoney {
  const paid = minorOf(price?.amount ?? originalPrice?.amount ?? 0, digits);
  const product = greater(minorOf(originalPrice?.amount ?? 0, digits), paid);
  const tax = minorOf(isDecimal(price?.tax ?? "") ? (price?.tax ?? 0) : 0, digits);
  return { product, discount: product - paid, tax, total: paid + tax };
}

/** Returns how many units of an exchange item there are: one, unless it says more. */
export function exchangedUnits({ quantity }: ExchangeItem): number {
  return Math.max(1, Math.floor(quantity ?? 1));
}

/** Returns the money of all units of a return's exchange. */
export function exchangeMoney({ exchange }: ReturnAdditions, digits: number): ExchangeMoney {
  const sum = { product: 0n, discount: 0n, tax: 0n, total: 0n };
  for (const item of exchange?.items ?? []) {
    const [unit, count] = [exchangeUnit(item, digits), BigInt(exchangedUnits(item))];
    sum.product += unit.product * count;
    sum.discount += unit.discount * count;
    sum.tax += unit.tax * count;
    sum.total += unit.total * count;
  }
  return sum;
}
