import { greater, type Money, minorDigits, minorOf, money, moneyOf } from "../../../lib/money.ts";
import type { ReturnAdditions } from "../additions-schema.ts";
import type { Return } from "../schema.ts";
import { exchangeMoney } from "./exchange-money.ts";

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

/** `policyFee` and `policyBonus` are what the store's policy has taken and added; null where it wasn't enforced. */
type Item = {
  value: string;
  tax: string;
  policyFee?: string | null;
  policyBonus?: string | null;
  compensation: string;
  additions: { refund?: { amount: Money; type: string } };
};

/**
 * Returns the refund that the merchant set, otherwise what was paid for the item's units, less the fee and with the bonus
 * of the policy, as its compensation.
 */
export function refundOf(item: Item, currency: string): { amount: Money; type: string } {
  return item.additions.refund ?? { amount: ownRefund(item, currency), type: item.compensation };
}

function ownRefund(item: Item, currency: string): Money {
  if (item.tax === "0" && !isAdjusted(item)) return money(item.value, currency);
  const digits = minorDigits(currency);
  return moneyOf(paidOf(item, digits) - feeOf(item, digits) + bonusOf(item, digits), currency);
}

/** Returns whether the policy has changed what an item refunds. */
export function isAdjusted({ policyFee, policyBonus }: Pick<Item, "policyFee" | "policyBonus">): boolean {
  return (policyFee ?? policyBonus ?? null) !== null;
}

/** Returns the policy's fee of an item in smallest units. */
export function feeOf({ policyFee }: Pick<Item, "policyFee">, digits: number): bigint {
  return minorOf(policyFee ?? "0", digits);
}

/** Returns the policy's bonus of an item in smallest units. */
export function bonusOf({ policyBonus }: Pick<Item, "policyBonus">, digits: number): bigint {
  return minorOf(policyBonus ?? "0", digits);
}

/**
 * Returns what of an item's refund counts towards what was paid for the order, in smallest units: a bonus, which store
 * credit alone has, comes on top.
 */
export function countedRefund(item: Item, currency: string): bigint {
  const digits = minorDigits(currency);
  const { amount, type } = refundOf(item, currency);
  const bonus = refundKind(type) === "store_credit" ? bonusOf(item, digits) : 0n;
  return greater(minorOf(amount.amount, digits) - bonus, 0n);
}

/** Returns what was paid for an item's units, tax included, in smallest units. */
export function paidOf({ value, tax }: Pick<Item, "value" | "tax">, digits: number): bigint {
  return minorOf(value, digits) + minorOf(tax, digits);
}

/** SQL for the amount of the refund of a row `item`. */
export const REFUND_AMOUNT = `coalesce((item.additions #>> '{refund,amount,amount}')::numeric,
    item.value + item.tax - coalesce(item.policy_fee, 0) + coalesce(item.policy_bonus, 0))`;

const CREDIT = [...KINDS].flatMap(([type, kind]) => (kind === "store_credit" ? `'${type}'` : []));

const TYPE = "coalesce(item.additions #>> '{refund,type}', item.compensation)";

/** SQL for how the refund of a row `item` is counted, as `refundKind` returns it. */
export const REFUND_KIND = `case when ${TYPE} in (${CREDIT}) then 'store_credit'
    when ${TYPE} = 'exchange' then 'exchange' else 'refund' end`;

/** SQL for what of it counts, as `countedRefund` returns it. */
export const COUNTED_REFUND = `case when item.policy_bonus is null then ${REFUND_AMOUNT}
    when ${TYPE} in (${CREDIT})
      then greatest(${REFUND_AMOUNT} - item.policy_bonus, 0)
    else ${REFUND_AMOUNT} end`;

type Refunded = Pick<Return["items"][number], "refund">;

type Stored = {
  items: { value: string; tax: string; policyFee?: string | null; compensation: string }[];
  row: { additions: ReturnAdditions };
};

/** Returns the totals of a return whose items have these views. */
export function totalsOf(
  views: Refunded[],
  { items, row: { additions } }: Stored,
  currency: string,
): Return["totals"] {
  const digits = minorDigits(currency);
  const sums = { refund: 0n, store_credit: 0n, exchange: 0n };
  for (const { refund } of views) sums[refundKind(refund.type)] += minorOf(refund.amount.amount, digits);
  let charge = 0n;
  if (additions.exchange?.items?.length) {
    const { total } = exchangeMoney(additions, digits);
    charge = total - paidFor(views, items, digits);
    sums.exchange = total;
  }
  const wrapped = (minor: bigint) => ({ amount: moneyOf(minor, currency) });
  return {
    charge: wrapped(charge > 0n ? charge : 0n),
    exchange: wrapped(sums.exchange),
    refund: wrapped(sums.refund),
    storeCredit: wrapped(sums.store_credit),
  };
}

/**
 * Returns what pays for an exchange: the units that were given back for it. Of a return that was created without saying
 * which those are, all.
 */
function paidFor(views: Refunded[], items: Stored["items"], digits: number): bigint {
  let [exchanged, all, isNamed] = [0n, 0n, false];
  for (const [i, item] of items.entries()) {
    all += paidOf(item, digits) - feeOf(item, digits);
    if (item.compensation !== "exchange") continue;
    isNamed = true;
    const refund = views[i]?.refund;
    if (refund && refundKind(refund.type) === "exchange") exchanged += minorOf(refund.amount.amount, digits);
  }
  return isNamed ? exchanged : all;
}

/** Returns the ways in which a return's items are compensated now. */
export function compensationMethods(views: Return["items"]): Return["compensationMethods"] {
  return [...new Set(views.map(({ refund }) => refundKind(refund.type)))];
}
