import { minorOf } from "../../../lib/minor-units.ts";
import { type Money, minorDigits, money, moneyOf } from "../../../lib/money.ts";

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

function paidFor(item: Item, currency: string): Money {
  if (item.tax === "0") return money(item.value, currency);
  return moneyOf(paidOf(item, minorDigits(currency)), currency);
}

/** Returns what was paid for an item's units, tax included, in smallest units. */
export function paidOf({ value, tax }: Pick<Item, "value" | "tax">, digits: number): bigint {
  return minorOf(value, digits) + minorOf(tax, digits);
}

/** SQL for the amount of the same of a row `item`. */
export const REFUND_AMOUNT =
  "coalesce((item.additions #>> '{refund,amount,amount}')::numeric, item.value + item.tax)";
