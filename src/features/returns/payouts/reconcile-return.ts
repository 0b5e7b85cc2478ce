import type { Ctx } from "../../../core/ctx.ts";
import type { Caller } from "../../../core/http/request-context.ts";
import { amountOf, greater, minorDigits } from "../../../lib/money.ts";
import type { ReturnAdditions } from "../additions-schema.ts";
import { exceedsPaid } from "../money/refund-ceiling.ts";
import type { Status } from "../status.ts";
import { hadPayee } from "./payer.ts";
import { type Due, isOpen, type KnownPayout, reconcile } from "./reconcile.ts";
import { PAYOUT_TYPES } from "./states.ts";
import { dueOf, knownPayout, type PayoutRow } from "./view.ts";
import { type ChangedPayout, type OfReturn, TO_BE_SENT, writePayouts } from "./write.ts";

/** The reason of a payout that waits because the order's refunds would exceed what was paid for it. */
export const EXCEEDS_PAID = "refund_exceeds_paid";

/** How a return changes: `additions` are those that it has then. */
export type Changed = OfReturn & { from: Status; to: Status; additions: ReturnAdditions };

/**
 * Writes, in the transaction of a change, the payouts that make the return's stand for what it owes. Those of a store
 * without a payee are held, and so are those that would exceed what was paid for the order. What a return owes that was
 * completed before its store had a payee is held too. Returns whether there was anything to write.
 */
export async function reconcileReturn(tx: Ctx, caller: Caller, changed: Changed): Promise<boolean> {
  const { from, to, additions, owed, returnId } = changed;
  const due = dueOf({ status: to, additions }, owed.totals);
  const known = owed.rows.map(knownPayout);
  const isReopened = from === "complete" && to !== "complete";
  const { withdrawn, lowered, raised } = reconcile(known, { due, isComplete: to === "complete", isReopened });
  const pays = paidThen(known, due);
  const mayExceed = owed.mayExceed || PAYOUT_TYPES.some((type) => pays[type] > due[type]);
  const isTooMuch = raised.length > 0 && mayExceed && (await exceedsPaid(tx, caller.storeId, returnId, pays));
  const isHeld =
    isTooMuch ||
    owed.payer === null ||
    (raised.length > 0 && from === "complete" && !(await hadPayee(tx, caller.storeId, returnId)));
  const state = { ...TO_BE_SENT, isHeld, reason: isTooMuch ? EXCEEDS_PAID : null };
  return writePayouts(tx, caller, changed, {
    withdrawn,
    changed: loweredRows(owed.rows, lowered),
    raised,
    state,
  });
}

/** Returns what a return has paid by type once all that is due is paid: what was paid beyond that stays paid. */
function paidThen(payouts: KnownPayout[], due: Due): Due {
  const pays = { ...due };
  for (const type of PAYOUT_TYPES) {
    const sent = payouts.filter((payout) => payout.type === type && !isOpen(payout));
    pays[type] = greater(
      due[type],
      sent.reduce((sum, { amount, paidAmount }) => sum + (paidAmount ?? amount), 0n),
    );
  }
  return pays;
}

/** Returns the rows that stand for less. What was paid stays what was asked for and paid. */
export function loweredRows(rows: PayoutRow[], lowered: Map<KnownPayout["id"], bigint>): ChangedPayout[] {
  return rows.flatMap((row) => {
    const left = lowered.get(row.id);
    if (left === undefined) return [];
    const covers = amountOf(left, minorDigits(row.currency));
    return { ...row, covers, amount: row.status === "paid" ? row.amount : covers };
  });
}
