import { amountOf, type Money, minorDigits, minorOf, money, moneyOf } from "../../../lib/money.ts";
import type { RowWithout } from "../../../platform/db/row-json.ts";
import type { payouts } from "../../../platform/db/tables/payouts.ts";
import type { ReturnAdditions } from "../additions-schema.ts";
import type { Return } from "../schema.ts";
import type { Status } from "../status.ts";
import { type Due, type KnownPayout, sumOf } from "./reconcile.ts";
import type { Payout } from "./schema.ts";
import { PAYOUT_TYPES, type PayoutType } from "./states.ts";

/** The columns that no view needs. */
export const UNREAD_PAYOUT = [
  ...(["storeId", "returnId", "orderId", "key", "payerId", "request", "requestId", "tries"] as const),
  "attemptedAt",
] as const;

export type PayoutRow = RowWithout<typeof payouts, typeof UNREAD_PAYOUT>;

/** What of a return says how much it owes. */
export type Owing = {
  id: string;
  status: Status;
  updatedAt: Date;
  additions: Pick<ReturnAdditions, "completeWithNoAction">;
};

/** The reason of a payout that was paid with another amount than was asked for. */
export const AMOUNT_DIFFERS = "amount_differs";

/**
 * Returns the most that may be paid for a return, by type: its totals, and nothing once it is rejected, deleted or completed
 * without an action.
 */
export function dueOf({ status, additions }: Pick<Owing, "status" | "additions">, totals: Due): Due {
  const isNothing = status === "rejected" || status === "deleted" || additions.completeWithNoAction === true;
  return isNothing ? { refund: 0n, store_credit: 0n } : totals;
}

/** Returns a row in smallest units. */
export function knownPayout(row: PayoutRow): KnownPayout {
  const digits = minorDigits(row.currency);
  const { id, type, status, sentAt, isHeld, paidAmount } = row;
  return {
    ...{ id, type, status, isHeld, isSent: sentAt !== null },
    amount: minorOf(row.amount, digits),
    covers: minorOf(row.covers, digits),
    paidAmount: paidAmount === null ? null : minorOf(paidAmount, digits),
  };
}

/** Returns the view of a payout. */
export function payoutView(row: PayoutRow): Payout {
  const { id, type, status, amount, paidAmount, currency, reference, reason, attempts, isHeld } = row;
  return {
    ...{ id, type, status, amount: money(paidAmount ?? amount, currency), reference, reason, attempts },
    createdAt: row.createdAt.toISOString(),
    paidAt: row.paidAt?.toISOString() ?? null,
    ...(isHeld && { held: true as const }),
  };
}

/**
 * Returns the payouts of a return as its view shows them, and what was paid beyond what is due. What a complete return owes
 * and no row stands for was due before this version of the service: it is shown as held.
 */
export function payoutsView(
  rows: PayoutRow[],
  row: Owing,
  { totals, currency }: { totals: Return["totals"]; currency: string },
): Pick<Return, "payouts" | "overpaid"> {
  const digits = minorDigits(currency);
  const due = dueOf(row, {
    refund: minorOf(totals.refund.amount.amount, digits),
    store_credit: minorOf(totals.storeCredit.amount.amount, digits),
  });
  const payouts = rows.map(payoutView);
  let overpaid = 0n;
  for (const type of PAYOUT_TYPES) {
    const known = rows.filter((payout) => payout.type === type).map(knownPayout);
    const missing = due[type] - sumOf(known);
    if (row.status === "complete" && missing > 0n)
      payouts.push(payoutView(heldRow(row, rows, { type, amount: amountOf(missing, digits), currency })));
    const shown = known.reduce((sum, { amount, paidAmount }) => sum + (paidAmount ?? amount), 0n);
    if (shown > due[type]) overpaid += shown - due[type];
  }
  return { payouts, ...(overpaid > 0n && { overpaid: moneyOf(overpaid, currency) satisfies Money }) };
}

/**
 * Returns the id of a return's next payout of a type, under which it is shown while it has no row. None is random, and none comes
 * again of a payout up to `withdrawnSeq`, which is at least the number in its id.
 */
export function nextPayoutId(
  rows: Pick<PayoutRow, "id">[],
  returnId: string,
  type: PayoutType,
  withdrawnSeq = 0,
): string {
  const taken = new Set(rows.map(({ id }) => id));
  const first = `pay_${returnId.replace(/^ret_/, "")}_${type}`;
  for (let number = withdrawnSeq + 1; ; number++) {
    // In their order as texts, as in lists.
    const id = number === 1 ? first : `${first}_${String(number).padStart(3, "0")}`;
    if (!taken.has(id)) return id;
  }
}

function heldRow(
  { id, updatedAt }: Owing,
  rows: PayoutRow[],
  { type, amount, currency }: { type: PayoutType; amount: string; currency: string },
): PayoutRow {
  const none = { reference: null, reason: null, paidAmount: null, sentAt: null, paidAt: null };
  const state = { status: "waiting", isHeld: true, attempts: 0 } as const;
  return {
    ...none,
    ...state,
    id: nextPayoutId(rows, id, type),
    seq: 0,
    type,
    amount,
    covers: amount,
    currency,
    createdAt: updatedAt,
  };
}
