import { amountOf, decimalsOf, divideHalfUp, greater, minorOf, powerOfTen } from "../../../lib/money.ts";
import { createYielder } from "../../../lib/yielder.ts";
import type { LineAnswer } from "../../policy/decision-schema.ts";

/** An item of a return, with amounts in smallest units. */
export type Charged = {
  lineItemId: string;
  quantity: number;
  compensation: string;
  /** What it refunds before the fee, and what each of its units is worth. */
  refund: bigint;
  unitValues(): Iterable<bigint>;
  decision: Pick<LineAnswer, "fee" | "bonus">;
};

export type PolicyAmounts = { fee: bigint; bonus: bigint };

type Fee = NonNullable<LineAnswer["fee"]>;
type Share = { charged: Charged; fee: Fee; position: number };

/**
 * Returns what a policy takes from each item and adds to it, in smallest units, rounded half up. The fee comes first, and
 * is never more than the item refunds; the bonus is a part of what is left, for store credit alone. A fee of a line or a
 * return is taken once, the highest where rules have several, in proportion to what the items refund.
 */
export async function policyAmounts(items: Charged[], digits: number): Promise<PolicyAmounts[]> {
  const fees = await feesOf(items, digits);
  return items.map(({ refund, compensation, decision: { bonus } }, i) => {
    const fee = fees[i] ?? 0n;
    const isCredit = compensation === "store_credit" && bonus !== null;
    return { fee, bonus: isCredit ? percentOf(refund - fee, bonus.percent) : 0n };
  });
}

async function feesOf(items: Charged[], digits: number): Promise<bigint[]> {
  const fees = items.map(() => 0n);
  const groups = new Map<string, Share[]>();
  const yieldNow = createYielder();
  for (const [position, charged] of items.entries()) {
    const { fee } = charged.decision;
    if (!fee) continue;
    if (fee.of === "unit") {
      fees[position] = lesser(await unitFee(charged, fee, digits), charged.refund);
    } else {
      const key = groupOf(charged, fee);
      const group = groups.get(key);
      if (group) group.push({ charged, fee, position });
      else groups.set(key, [{ charged, fee, position }]);
    }
    await yieldNow();
  }
  for (const group of groups.values()) spread(group, digits, fees);
  return fees;
}

async function unitFee({ quantity, unitValues }: Charged, fee: Fee, digits: number): Promise<bigint> {
  if ("amount" in fee) return minorOf(fee.amount, digits) * BigInt(quantity);
  const yieldNow = createYielder();
  let sum = 0n;
  for (const value of unitValues()) {
    sum += percentOf(value, fee.percent);
    await yieldNow();
  }
  return sum;
}

/** Amounts of several rules are one fee; percentages of what the items of each are worth are fees of their own. */
function groupOf({ lineItemId }: Charged, fee: Fee): string {
  return JSON.stringify([fee.of === "line" ? lineItemId : null, "percent" in fee ? fee.percent : null]);
}

/** Spreads a fee over items, cumulatively, so that the shares add up, and none is more than its item refunds. */
function spread(group: Share[], digits: number, fees: bigint[]): void {
  const whole = group.reduce((sum, { charged }) => sum + charged.refund, 0n);
  if (whole === 0n) return;
  const fee = lesser(
    group.reduce((highest, share) => greater(highest, feeOf(share.fee, whole, digits)), 0n),
    whole,
  );
  let [refunds, taken] = [0n, 0n];
  for (const { charged, position } of group) {
    refunds += charged.refund;
    const upTo = divideHalfUp(fee * refunds, whole);
    fees[position] = upTo - taken;
    taken = upTo;
  }
}

function feeOf(fee: Fee, value: bigint, digits: number): bigint {
  return "amount" in fee ? minorOf(fee.amount, digits) : percentOf(value, fee.percent);
}

function percentOf(value: bigint, percent: string | number): bigint {
  const decimals = typeof percent === "number" ? decimalsOf(percent, 0) : decimalsIn(percent);
  return divideHalfUp(value * minorOf(percent, decimals), 100n * powerOfTen(decimals));
}

function decimalsIn(text: string): number {
  return text.split(".")[1]?.length ?? 0;
}

function lesser(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

/** Returns by how much a policy changes what an item refunds, as `productAdjustment` has it; undefined for nothing. */
export function adjustmentText({ fee, bonus }: PolicyAmounts, digits: number): string | undefined {
  return fee === bonus ? undefined : amountOf(bonus - fee, digits);
}
