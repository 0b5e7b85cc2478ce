import type { Ctx } from "../../core/ctx.ts";
import type { Caller } from "../../core/http/request-context.ts";
import { amountOf, minorDigits } from "../../lib/money.ts";
import { invalid, problem } from "../../lib/problem.ts";
import { changeReturn, type Work } from "../returns/change/change.ts";
import { requireAmount } from "../returns/change/patch-money.ts";
import { ownRefundOf } from "../returns/money/paid-elsewhere.ts";
import { leftToPay } from "../returns/money/refund-ceiling.ts";
import { ask } from "../returns/payouts/ask.ts";
import { type Owed, readOwed } from "../returns/payouts/owed.ts";
import { wakePayouts } from "../returns/payouts/queue.ts";
import { type Due, isOpen } from "../returns/payouts/reconcile.ts";
import { loweredRows } from "../returns/payouts/reconcile-return.ts";
import type { Payout } from "../returns/payouts/schema.ts";
import { after } from "../returns/payouts/states.ts";
import { dueOf, knownPayout, type PayoutRow } from "../returns/payouts/view.ts";
import {
  type ChangedPayout,
  MAX_PAYOUTS,
  roomFor,
  TO_BE_SENT,
  writePayouts,
} from "../returns/payouts/write.ts";
import { loadReturn } from "../returns/read/load.ts";
import { returnView } from "../returns/read/view.ts";
import type { RefundBody } from "./schema.ts";

/**
 * Has the payee pay what a return owes, or an amount of it, or notes that it was paid elsewhere; runs in the caller's
 * transaction. Returns the return's payouts. Throws 404 for an unknown return, 400 for an amount that is not money of the
 * order and for more than was paid for the order, 409 for more than is due.
 */
export async function refundReturn(
  tx: Ctx,
  caller: Caller,
  returnId: string,
  body: RefundBody,
): Promise<Payout[]> {
  const { storeId } = caller;
  const work: Work = async (tx, row, at) => {
    const owed = await readOwed(tx, storeId, returnId);
    const { rows, currency } = owed;
    const isElsewhere = body.paidElsewhere === true;
    const amount = body.amount && requireAmount(body.amount, "/amount", currency);
    if (amount === 0n)
      throw invalid({ detail: "The amount must be more than nothing.", pointer: "/amount/amount" });
    const due = dueOf(row, owed.totals);
    const { released, lowered, raised, tooMuch } = ask(rows.map(knownPayout), due, {
      type: body.type,
      amount,
      isElsewhere,
    });
    if (tooMuch > 0n && amount !== undefined) {
      const text = (minor: bigint) => `${amountOf(minor, minorDigits(currency))} ${currency}`;
      throw problem("more_than_due", `Of the return ${text(amount - tooMuch)} is due, not ${text(amount)}.`);
    }
    if (raised.length > roomFor(rows))
      throw problem("too_many_payouts", `A return has at most ${MAX_PAYOUTS} payouts.`);
    const isReleased = new Set(released);
    const asked = { storeId, returnId, owed, released: isReleased, lowered, raised };
    const reference = body.reference ?? (isElsewhere ? await refundInShop(tx, asked) : undefined);
    await requireLeft(tx, asked, { isElsewhere, reference });
    await askUnknown(tx, storeId, returnId, owed);
    const goesOn = rows
      .filter(({ id }) => isReleased.has(id))
      .map((payout) => goOn(payout, { isElsewhere, reference, at }));
    const paid = { status: "paid", paidAt: at } as const;
    const state = { ...TO_BE_SENT, reference: reference ?? null, ...(isElsewhere && paid) };
    const changed = [...goesOn, ...loweredRows(rows, lowered)];
    const writing = { withdrawn: [], changed, raised, state };
    const isWritten = await writePayouts(tx, caller, { returnId, orderId: row.orderId, at, owed }, writing);
    return isWritten ? { hasPayouts: true } : undefined;
  };
  await changeReturn(tx, caller, returnId, work, { locksOrder: true });
  return returnView(await loadReturn(tx, storeId, returnId), caller.origin, "read").payouts;
}

type GoingOn = { isElsewhere: boolean; reference: string | undefined; at: Date };

/** Returns a payout that was asked for: paid elsewhere, tried again with a new key, or held no more. */
function goOn(payout: PayoutRow, { isElsewhere, reference, at }: GoingOn): ChangedPayout {
  const changed = { ...payout, isHeld: false, reason: null, reference: reference ?? payout.reference };
  if (isElsewhere) return { ...changed, status: after(payout.status, "paidElsewhere") ?? "paid", paidAt: at };
  const again = after(payout.status, "tryAgain");
  return again ? { ...changed, status: again, reference: reference ?? null, hasNewKey: true } : changed;
}

type Asked = {
  storeId: string;
  returnId: string;
  owed: Owed;
  released: Set<string>;
  lowered: Map<string, bigint>;
  raised: { type: keyof Due; amount: bigint }[];
};

/**
 * Returns the id of the refund that the shop has made of just what is said to be paid elsewhere: it is that payment, and
 * counts once. Undefined without one. The order is locked, so that no two payouts find the same.
 */
async function refundInShop(tx: Ctx, { storeId, returnId, owed, released, raised }: Asked) {
  const goesOn = owed.rows.filter(({ id }) => released.has(id)).map(knownPayout);
  const paid = [...goesOn.map(({ type, covers }) => ({ type, amount: covers })), ...raised];
  if (!owed.mayExceed || paid.length === 0 || paid.some(({ type }) => type !== "refund")) return undefined;
  const { order } = await loadReturn(tx, storeId, returnId);
  return ownRefundOf(
    tx,
    storeId,
    order,
    paid.reduce((sum, { amount }) => sum + amount, 0n),
  );
}

/**
 * Throws 400 if the return would then have paid, with the order's other returns, more than was paid for the order. The
 * shop's refund with this reference is what it pays.
 */
async function requireLeft(
  tx: Ctx,
  { storeId, returnId, owed, released, lowered, raised }: Asked,
  said: { isElsewhere: boolean; reference: string | undefined },
): Promise<void> {
  if (released.size + raised.length === 0) return;
  const pays: Due = { refund: 0n, store_credit: 0n };
  const reference = said.isElsewhere ? said.reference : undefined;
  const paying = { reference, amount: 0n, isSaid: said.isElsewhere };
  for (const payout of owed.rows.map(knownPayout)) {
    const isPaid = !isOpen(payout) || (payout.status === "waiting" && !payout.isHeld);
    const kept = isOpen(payout) ? lowered.get(payout.id) : undefined;
    const amount = payout.paidAmount ?? kept ?? payout.amount;
    if (isPaid || released.has(payout.id)) pays[payout.type] += amount;
    if (released.has(payout.id)) paying.amount += amount;
    if (released.has(payout.id) && payout.type !== "refund") paying.isSaid = false;
  }
  for (const { type, amount } of raised) {
    pays[type] += amount;
    paying.amount += amount;
    if (type !== "refund") paying.isSaid = false;
  }
  const { left, paid, text } = await leftToPay(tx, storeId, returnId, pays, { paying });
  if (left >= 0n) return;
  const detail = `The order's refunds may be ${text(paid)} together, what was paid for it: these are ${text(-left)} more.`;
  throw problem("refund_exceeds_paid", detail);
}

/** Who asks doesn't wait for the next of the payee's turns. */
async function askUnknown(tx: Ctx, storeId: string, returnId: string, { rows, payer }: Owed): Promise<void> {
  if (payer !== null && rows.some(({ status }) => status === "unknown"))
    await wakePayouts(tx, storeId, returnId);
}
