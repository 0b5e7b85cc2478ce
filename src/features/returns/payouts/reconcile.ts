import { greater } from "../../../lib/money.ts";
import { PAYOUT_TYPES, type PayoutStatus, type PayoutType } from "./states.ts";

/** A payout in smallest units of its currency. `covers` is the part of what is due that it stands for. */
export type KnownPayout = {
  id: string;
  type: PayoutType;
  status: PayoutStatus;
  amount: bigint;
  covers: bigint;
  /** What was paid, where that isn't what was asked for. What is more than it stands for counts towards what is due. */
  paidAmount: bigint | null;
  /** Whether the payee was asked. */
  isSent: boolean;
  isHeld: boolean;
};

export type Due = Record<PayoutType, bigint>;

/** An amount that falls due newly. */
export type NewAmount = { type: PayoutType; amount: bigint };

/**
 * What has to be written: payouts that are withdrawn or get another amount, and new ones. One that was paid more gets that amount
 * once it is due, or nothing is.
 */
export type Corrections = { withdrawn: string[]; lowered: Map<string, bigint>; raised: NewAmount[] };

/**
 * `due` is the most that may be paid, by type. A complete return owes all of it: what no payout stands for falls due. Any
 * other owes what was asked of it. When it was reopened, what wasn't sent is withdrawn.
 */
export type Balance = { due: Due; isComplete: boolean; isReopened: boolean };

/** Returns how the payouts of a return have to change so that they stand for what is due: no more, and never a negative amount. */
export function reconcile(payouts: KnownPayout[], { due, isComplete, isReopened }: Balance): Corrections {
  const corrections: Corrections = { withdrawn: [], lowered: new Map(), raised: [] };
  for (const type of PAYOUT_TYPES) {
    const ofType = payouts.filter((payout) => payout.type === type);
    const firm = ofType.filter((payout) => !isOpen(payout));
    let over = greater(sumOf(firm) - due[type], 0n);
    let rest = greater(due[type] - sumOf(firm), 0n);
    for (const payout of firm) {
      const cut = lesser(over, missingOf(payout));
      if (cut > 0n) corrections.lowered.set(payout.id, payout.covers - cut);
      over -= cut;
    }
    if (over === 0n || due[type] === 0n) {
      for (const { id, covers, paidAmount } of firm)
        if (paidAmount !== null && paidAmount > covers) corrections.lowered.set(id, paidAmount);
    }
    for (const payout of ofType.filter(isOpen)) {
      const isWithdrawn = isReopened && payout.status === "waiting";
      const kept = isWithdrawn ? 0n : lesser(payout.covers, rest);
      rest -= kept;
      if (kept === 0n) corrections.withdrawn.push(payout.id);
      else if (kept < payout.covers) corrections.lowered.set(payout.id, kept);
    }
    if (isComplete && rest > 0n) corrections.raised.push({ type, amount: rest });
  }
  return corrections;
}

/** Whether no money has moved for a payout, nor may move without another request. */
export function isOpen({ status, isSent }: KnownPayout): boolean {
  return status === "refused" || (status === "waiting" && !isSent);
}

/** What was paid less than was asked for: it counts as paid until a person decides, or less is due. */
export function missingOf({ status, covers, paidAmount }: KnownPayout): bigint {
  return status === "paid" && paidAmount !== null ? greater(covers - paidAmount, 0n) : 0n;
}

/** Returns what payouts count towards what is due: those that were paid more than they stand for, as they were paid. */
export function sumOf(payouts: Pick<KnownPayout, "covers" | "paidAmount">[]): bigint {
  return payouts.reduce((sum, { covers, paidAmount }) => sum + greater(covers, paidAmount ?? 0n), 0n);
}

export function lesser(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
