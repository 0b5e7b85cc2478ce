import type { Big } from "big.js";
import { isDecimal } from "../../lib/decimal-text.ts";
import { decimal, sum } from "../../lib/money.ts";
import type { ReturnAdditions } from "./additions-schema.ts";

type ExchangeItem = NonNullable<NonNullable<ReturnAdditions["exchange"]>["items"]>[number];

/** The money of exchanged units: the price before its discount, the discount, the tax and the total. */
export type ExchangeMoney = Record<"product" | "discount" | "tax" | "total", Big>;

/** Returns the money of one unit of an exchange item. A price above the original one has no discount. */
export function exchangeUnit({ originalPrice, price }: ExchangeItem): ExchangeMoney {
  const paid = decimal(price?.amount ?? originalPrice?.amount ?? 0);
  const original = decimal(originalPrice?.amount ?? 0);
  const product = original.gt(paid) ? original : paid;
  const tax = decimal(isDecimal(price?.tax ?? "") ? (price?.tax ?? 0) : 0);
  return { product, discount: product.minus(paid), tax, total: paid.plus(tax) };
}

/** Returns how many units of an exchange item there are: one, unless it says more. */
export function exchangedUnits({ quantity }: ExchangeItem): number {
  return Math.max(1, Math.floor(quantity ?? 1));
}

/** Returns the money of all units of a return's exchange. */
export function exchangeMoney({ exchange }: ReturnAdditions): ExchangeMoney {
  const units = (exchange?.items ?? []).map((item) => ({
    unit: exchangeUnit(item),
    count: exchangedUnits(item),
  }));
  const sumOf = (part: keyof ExchangeMoney) => sum(units.map(({ unit, count }) => unit[part].times(count)));
  return { product: sumOf("product"), discount: sumOf("discount"), tax: sumOf("tax"), total: sumOf("total") };
}
