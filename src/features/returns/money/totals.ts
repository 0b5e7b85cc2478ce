import { minorOf } from "../../../lib/minor-units.ts";
import { minorDigits, moneyOf } from "../../../lib/money.ts";
import type { ReturnAdditions } from "../additions-schema.ts";
import type { Return } from "../schema.ts";
import { exchangeMoney } from "./exchange-money.ts";
import { feeOf, paidOf, refundKind } from "./refund.ts";

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
