import { divideHalfUp, minorDigits, minorOf } from "../../../lib/money.ts";
import { type ItemWorth, itemWorth } from "../../returns/money/item-worth.ts";
import type { OrderWorth } from "../../returns/money/order-worth.ts";
import { isAdjusted, refundKind, refundOf } from "../../returns/money/refund.ts";
import { minorText } from "../formats.ts";
import type { UnitView } from "./unit-view.ts";

export type LineMoney = Record<
  "price" | "discount" | "tax" | "refund" | "refund_item" | "refund_tax",
  string
>;

/**
 * Returns a function from a unit to its amounts in the list and the details. Call it with the units of a
 * return in order. The `refund` of a unit that isn't compensated by a refund is zero.
 */
export function createUnitMoney(currency: string, order: OrderWorth): (unit: UnitView) => LineMoney {
  const text = (minor: bigint) => minorText(minor, currency);
  let item: UnitView["item"] | undefined;
  let worth: ItemWorth;
  let refundParts: (view: UnitView, net: bigint, tax: bigint) => RefundParts;
  return (view) => {
    if (item !== view.item) {
      item = view.item;
      worth = itemWorth(item, order);
      refundParts = createRefundParts(item, worth, currency);
    }
    const { price, discount, net, tax } = worth.ofUnit(view.unit);
    const refund = refundParts(view, net, tax);
    return {
      ...{ price: text(price), discount: text(discount), tax: text(tax) },
      refund: text(refund.item + refund.tax),
      refund_item: text(refund.item),
      refund_tax: text(refund.tax),
    };
  };
}

type RefundParts = { item: bigint; tax: bigint };

/**
 * Returns a function from a unit to its refund, without tax and the tax of it. A refund that the merchant or the policy has set is split over
 * the units so that their parts add up to it, with the tax in the item's proportion.
 */
function createRefundParts(item: UnitView["item"], worth: ItemWorth, currency: string) {
  const refund = refundOf(item, currency);
  const none = { item: 0n, tax: 0n };
  if (refundKind(refund.type) !== "refund") return () => none;
  if (!item.additions.refund && !isAdjusted(item))
    return (_: UnitView, net: bigint, tax: bigint) => ({ item: net, tax });
  const [amount, units] = [minorOf(refund.amount.amount, minorDigits(currency)), BigInt(item.quantity)];
  const whole = worth.net + worth.tax;
  const ofFirst = (count: number) => {
    const refunded = divideHalfUp(amount * BigInt(count), units);
    return { refunded, tax: whole === 0n ? 0n : divideHalfUp(refunded * worth.tax, whole) };
  };
  return ({ place }: UnitView) => {
    const [before, upTo] = [ofFirst(place), ofFirst(place + 1)];
    const tax = upTo.tax - before.tax;
    return { item: upTo.refunded - before.refunded - tax, tax };
  };
}
