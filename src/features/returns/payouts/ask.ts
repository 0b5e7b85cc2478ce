import { greater } from "../../../lib/money.ts";
import { type Due, isOpen, type KnownPayout, lesser, missingOf, type NewAmount, sumOf } from "./reconcile.ts";
import { PAYOUT_TYPES, type PayoutType } from "./states.ts";

/** What a person asks to be paid: without an amount all that is due and what was refused. */
export type Asked = { type?: PayoutType | undefined; amount?: bigint | undefined; isElsewhere: boolean };

/** What has to be written for it: payouts that go on whole, others of which a part does, and new ones. */
export type Release = { released: string[]; lowered: Map<string, bigint>; raised: NewAmount[] };

/**
 * Returns what of a return's payouts goes on when a person asks for it, and how much more was asked than is due.
 * What was paid with another amount than was asked for counts as it was paid once a person names an amount.
 */
export function ask(payouts: KnownPayout[], due: Due, asked: Asked): Release & { tooMuch: bigint } {
  const release: Release = { released: [], lowered: new Map(), raised: [] };
  if (asked.amount === undefined) {
    const types = PAYOUT_TYPES.filter((type) => asked.type === undefined || asked.type === type);
    for (const type of types)
      take(payouts, { due: due[type], type, isElsewhere: asked.isElsewhere }, release);
    return { ...release, tooMuch: 0n };
  }
  const { amount, isElsewhere } = asked;
  const type = asked.type ?? typeOf(payouts, due, isElsewhere);
  const rest = take(payouts, { due: due[type], type, isElsewhere, amount }, release);
  return { ...release, tooMuch: rest };
}

/** An amount without a type is a refund, unless only store credit is due. */
function typeOf(payouts: KnownPayout[], due: Due, isElsewhere: boolean): PayoutType {
  const isDue = (type: PayoutType) => {
    const release: Release = { released: [], lowered: new Map(), raised: [] };
    take(payouts, { due: due[type], type, isElsewhere }, release);
    return release.released.length > 0 || release.raised.length > 0;
  };
  return !isDue("refund") && isDue("store_credit") ? "store_credit" : "refund";
}

type Taking = { due: bigint; type: PayoutType; isElsewhere: boolean; amount?: bigint };

/** Takes the amount, or all there is, of the payouts of a type. Returns what is not to be had. */
function take(payouts: KnownPayout[], { due, type, isElsewhere, amount }: Taking, release: Release): bigint {
  const ofType = payouts.filter((payout) => payout.type === type);
  const uncovered = greater(due - sumOf(ofType), 0n);
  let rest = amount ?? sumOf(ofType) + uncovered;
  let raised = 0n;
  for (const payout of ofType.filter((each) => maySay(each, isElsewhere))) {
    if (payout.covers <= rest) {
      release.released.push(payout.id);
      rest -= payout.covers;
    } else if (rest > 0n && isOpen(payout)) {
      release.lowered.set(payout.id, payout.covers - rest);
      raised += rest;
      rest = 0n;
    }
  }
  const more = lesser(rest, uncovered);
  raised += more;
  rest -= more;
  if (amount !== undefined) {
    const missed = ofType.reduce((sum, payout) => sum + missingOf(payout), 0n);
    let room = greater(due - sumOf(ofType) + missed, 0n) - uncovered;
    for (const payout of ofType) {
      const missing = lesser(lesser(rest, room), missingOf(payout));
      if (missing <= 0n) continue;
      release.lowered.set(payout.id, payout.covers - missing);
      raised += missing;
      rest -= missing;
      room -= missing;
    }
  }
  if (raised > 0n) release.raised.push({ type, amount: raised });
  return rest;
}

/** Whether a payout goes on when a person asks: no one else does anything about it, or it was paid elsewhere. */
function maySay(payout: KnownPayout, isElsewhere: boolean): boolean {
  if (isElsewhere) return isOpen(payout) || payout.status === "unknown";
  return payout.status === "refused" || (isOpen(payout) && payout.isHeld);
}
