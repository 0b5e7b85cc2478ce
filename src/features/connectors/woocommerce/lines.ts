import { minorDigits, powerOfTen } from "../../../lib/money.ts";
import type { ShippingLine, ShopLine } from "../../orders/upsert/line-schema.ts";
import type { MoneySet } from "../../orders/upsert/money-schema.ts";
import { type Amounts, DECIMALS, type OrderAmounts } from "./amounts.ts";
import { refundedUnits } from "./refunds.ts";
import type { WooLine, WooOrder } from "./schema.ts";

/** Returns millionths as money of the order. */
export type MoneyOf = (millionths: bigint) => MoneySet;

/** Returns the lines of goods. One below zero takes off the order, and is none. */
export function goodsLinesOf(order: WooOrder, { lines }: OrderAmounts, moneyOf: MoneyOf): ShopLine[] {
  const refunded = refundedUnits(order);
  const codes = (order.coupon_lines ?? []).flatMap(({ code }) => code || []).join(", ");
  return order.line_items.flatMap((line, i) => {
    const amounts = lines[i];
    if (!amounts || isNone(line, amounts)) return [];
    const quantity = piecesOf(line);
    const left = leftOf(line, quantity, refunded.get(String(line.id)) ?? 0);
    return {
      ...{ id: String(line.id), quantity, title: titleOf(line, quantity) },
      ...{ productId: idOf(line.product_id) ?? "", sku: line.sku ?? "" },
      ...(idOf(line.variation_id) && { variantId: idOf(line.variation_id) }),
      ...(left < quantity && { returnableQuantity: left }),
      ...(pictureOf(line) && { image: pictureOf(line) }),
      ...chargesOf(amounts, { quantity, currency: order.currency, discountId: codes || "discount", moneyOf }),
    };
  });
}

/** Returns the fees that cost something: lines that can't be returned. */
export function feeLinesOf(order: WooOrder, { fees }: OrderAmounts, moneyOf: MoneyOf): ShopLine[] {
  return (order.fee_lines ?? []).flatMap((fee, i) => {
    const amounts = fees[i];
    if (!amounts || (amounts.cost === 0n && amounts.tax === 0n)) return [];
    return {
      ...{ id: String(fee.id), quantity: 1, title: fee.name || "Fee", productId: "", sku: "" },
      returnableQuantity: 0,
      ...chargesOf(amounts, { quantity: 1, currency: order.currency, discountId: "discount", moneyOf }),
    };
  });
}

/** Returns what the total is above all lines: a line that can't be returned. */
export function otherLineOf({ other }: OrderAmounts, moneyOf: MoneyOf): ShopLine[] {
  if (other === 0n) return [];
  return [
    {
      ...{ id: "other-charges", quantity: 1, title: "Other charges", productId: "", sku: "" },
      ...{ returnableQuantity: 0, priceSet: moneyOf(other) },
    },
  ];
}

export function shippingLinesOf(
  order: WooOrder,
  { shipping }: OrderAmounts,
  moneyOf: MoneyOf,
): ShippingLine[] {
  return (order.shipping_lines ?? []).map((line, i) => {
    const { cost, tax } = shipping[i] ?? { cost: 0n, tax: 0n };
    return {
      ...{ id: String(line.id), title: line.method_title || "Shipping", priceSet: moneyOf(cost) },
      taxLines: [{ priceSet: moneyOf(tax) }],
    };
  });
}

function isNone({ quantity, total }: WooLine, { cost }: Amounts): boolean {
  return Number(total) < 0 || (quantity <= 0 && cost === 0n);
}

/** Returns how many pieces the shop hasn't refunded; of a quantity with a fraction the one piece is gone with all of it. */
function leftOf({ quantity }: WooLine, pieces: number, refunded: number): number {
  return refunded === 0 ? pieces : Math.max(0, Math.min(pieces, Math.ceil(quantity - refunded)));
}

/** Goods that are sold by weight have fractions: they are one piece. */
function piecesOf({ quantity }: WooLine): number {
  return Number.isSafeInteger(quantity) && quantity > 0 ? quantity : 1;
}

function titleOf({ name, quantity }: WooLine, pieces: number): string {
  return quantity === pieces ? (name ?? "") : `${name ?? ""} × ${quantity}`;
}

type Of = { quantity: number; currency: string; discountId: string; moneyOf: MoneyOf };

/**
 * Returns the price of one piece before the discount, the discount and the tax. A price that doesn't come out even is rounded
 * up, and the discount takes the difference.
 */
function chargesOf({ cost, discount, tax }: Amounts, { quantity, currency, discountId, moneyOf }: Of) {
  const pieces = BigInt(quantity);
  const one = cost + discount < MOST_WITH_MILLIONTHS ? 1n : powerOfTen(DECIMALS - minorDigits(currency));
  const gross = cost + discount;
  const price = ((gross + pieces * one - 1n) / (pieces * one)) * one;
  const off = price * pieces - cost;
  return {
    priceSet: moneyOf(price),
    ...(off > 0n && { discounts: [{ amountSet: moneyOf(off), discountId }] }),
    taxLines: [{ priceSet: moneyOf(tax) }],
  };
}

/** Amounts have at most 15 digits. */
const MOST_WITH_MILLIONTHS = powerOfTen(15);

function idOf(id: number | string | null | undefined): string | undefined {
  return id === null || id === undefined || Number(id) === 0 ? undefined : String(id);
}

const MAX_ADDRESS_CHARACTERS = 2_048;

function pictureOf({ image }: WooLine): string | undefined {
  if (typeof image !== "object" || image === null || !("src" in image)) return undefined;
  const { src } = image;
  return typeof src === "string" && src !== "" && src.length <= MAX_ADDRESS_CHARACTERS ? src : undefined;
}
