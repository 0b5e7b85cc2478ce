import { amountOf, minorOf } from "../../lib/minor-units.ts";
import { type Money, minorDigits, money } from "../../lib/money.ts";

/** How a refund is counted. Its type is a text of the merchant's, of which these are known. */
export type RefundKind = "refund" | "store_credit" | "exchange";

const KINDS = new Map<string, RefundKind>([
  ["store_credit", "store_credit"],
  ["gift_card", "store_credit"],
  ["exchange", "exchange"],
]);

/** Returns how a refund of a type is counted: as store credit, exchange, or else as a refund. */
export function refundKind(type: string): RefundKind {
  return KINDS.get(type) ?? "refund";
}

type Item = {
  value: string;
  tax: string;
  compensation: string;
  additions: { refund?: { amount: Money; type: string } };
};

/** Returns the refund that the merchant set, otherwise what was paid for the item's units, as its compensation. */
export function refundOf(item: Item, currency: string): { amount: Money; type: string } {
  return item.additions.refund ?? { amount: paidFor(item, currency), type: item.compensation };
}

/** Returns what was paid for an item's units, tax included. */
export function paidFor({ value, tax }: Pick<Item, "value" | "tax">, currency: string): Money {
  if (tax === "0") return money(value, currency);
  const digits = minorDigits(currency);
  return { amount: amountOf(minorOf(value, digits) + minorOf(tax, digits), digits), currency };
}

/** SQL for the amount of the same of a row `item`. */
export const REFUND_AMOUNT =
  "coalesce((item.additions #>> '{refund,amount,amount}')::numeric, item.value + item.tax)";
