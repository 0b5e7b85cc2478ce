import type { Ctx } from "../../../core/ctx.ts";
import { amountOf, greater, minorOf } from "../../../lib/money.ts";
import { problem } from "../../../lib/problem.ts";
import { createYielder } from "../../../lib/yielder.ts";
import { prepared } from "../../../platform/db/prepared.ts";
import type { Due } from "../payouts/reconcile.ts";
import { loadReturn } from "../read/load.ts";
import type { ReturnRecord } from "../read/view.ts";
import { orderWorth } from "./order-worth.ts";
import { COUNTED_PAYOUT, type Paying, paidElsewhere, SENT_PAYOUT } from "./paid-elsewhere.ts";
import { bonusOf, COUNTED_REFUND, countedRefund, REFUND_KIND, refundKind, refundOf } from "./refund.ts";

type Items = ReturnRecord["items"];

/** Returns the refunds of the other returns of a return's order, which is locked; of deleted ones what was paid. */
export async function otherRefunds(tx: Ctx, storeId: string, returnId: string): Promise<string> {
  const [found] = await sumOthers(tx.db, storeId, returnId);
  return found?.refunds ?? "0";
}

/** Returns what of it was paid or may have been, with what those returns exchange. */
async function otherPayments(tx: Ctx, storeId: string, returnId: string): Promise<string> {
  const [found] = await sumOthersSent(tx.db, storeId, returnId);
  return found?.refunds ?? "0";
}

/** SQL for the bonus of a return, which counts no payout: it comes on top of what was paid for the order. */
const BONUS = `coalesce((select sum(item.policy_bonus) from return_items as item where item.store_id = $1
    and item.return_id = returns.id and ${REFUND_KIND} = 'store_credit'), 0)`;

/**
 * SQL for `refunds`, what the returns of the store `$1` that a condition names refund together; null without any. Each counts by
 * type with what its items refund, or with what was paid for it if that is more, as for a deleted one. What its items exchange
 * has no payouts. `ofSent`: each counts with what its payees were asked for alone.
 */
export function refundsSql(condition: string, { ofSent = false } = {}): string {
  const counts = ofSent
    ? "paid.refund + paid.credit"
    : "greatest(items.refund, paid.refund) + greatest(items.credit, paid.credit)";
  return `select sum(${counts} + items.exchange)::text as refunds
   from returns
   cross join lateral (
     select coalesce(sum(counted) filter (where kind = 'refund'), 0) as refund,
       coalesce(sum(counted) filter (where kind = 'store_credit'), 0) as credit,
       coalesce(sum(counted) filter (where kind = 'exchange'), 0) as exchange
     from return_items as item cross join lateral (
       select ${REFUND_KIND} as kind, ${COUNTED_REFUND} as counted
     ) as refunded
     where item.store_id = $1 and item.return_id = returns.id and returns.status <> 'deleted'
   ) as items
   cross join lateral (
     select coalesce(sum(amount) filter (where type = 'refund'), 0) as refund,
       greatest(coalesce(sum(amount) filter (where type = 'store_credit'), 0)
         - case when returns.has_payouts then ${BONUS} else 0 end, 0) as credit
     from (
       select type, coalesce(paid_amount, amount) as amount from payouts
       where payouts.store_id = $1 and payouts.return_id = returns.id and returns.has_payouts
         and ${ofSent ? SENT_PAYOUT : COUNTED_PAYOUT}
     ) as counted
   ) as paid
   where returns.store_id = $1 and ${condition}`;
}

const IS_OTHER = `returns.id <> $2
     and returns.order_id = (select order_id from returns where store_id = $1 and id = $2)`;

const sumOthers = prepared<{ refunds: string | null }>("other_refunds", refundsSql(IS_OTHER));

const sumOthersSent = prepared<{ refunds: string | null }>(
  "other_payments",
  refundsSql(IS_OTHER, { ofSent: true }),
);

/**
 * Returns whether a return that pays these amounts would, with the order's other returns, pay more than was paid for the
 * order, which is locked.
 */
export async function exceedsPaid(tx: Ctx, storeId: string, returnId: string, pays: Due): Promise<boolean> {
  return (await leftToPay(tx, storeId, returnId, pays)).left < 0n;
}

/**
 * Returns whether a return that has paid these amounts would then, with all that was paid for the order before or may have been,
 * have paid more than was paid for the order, which is locked. What other returns wait to pay is checked in its own turn.
 */
export async function exceedsPayments(
  tx: Ctx,
  storeId: string,
  returnId: string,
  pays: Due,
): Promise<boolean> {
  return (await leftToPay(tx, storeId, returnId, pays, { others: otherPayments })).left < 0n;
}

type Left = { paying?: Paying; others?: typeof otherRefunds };

/**
 * Returns what is left of the payment for an order once a return has paid these amounts, and what was paid for it. The
 * order is locked. The shop's refund with the reference of `paying` is some of them.
 */
export async function leftToPay(
  tx: Ctx,
  storeId: string,
  returnId: string,
  pays: Due,
  { paying, others: readOthers = otherRefunds }: Left = {},
) {
  const [others, { order, items }] = await Promise.all([
    readOthers(tx, storeId, returnId),
    loadReturn(tx, storeId, returnId),
  ]);
  const { paid, digits } = orderWorth(order);
  const sums = { refund: pays.refund, store_credit: pays.store_credit, exchange: 0n };
  for (const item of items) {
    const { amount, type } = refundOf(item, order.currency);
    const kind = refundKind(type);
    if (kind === "exchange") sums.exchange += minorOf(amount.amount, digits);
    if (kind === "store_credit") sums.store_credit -= bonusOf(item, digits);
  }
  const counted = sums.refund + sums.exchange + greater(sums.store_credit, 0n);
  const elsewhere = await paidElsewhere(tx, storeId, order, paying);
  const left = paid - minorOf(others, digits) - elsewhere - counted;
  return { left, paid, text: (minor: bigint) => `${amountOf(minor, digits)} ${order.currency}` };
}

/**
 * Throws 400 if a return would refund more than is left of the payment for its order, and more than before.
 * `others` are the refunds of the order's other returns, and `pointer` is where the patch has the refund.
 */
export async function requireWithinPaid(
  { row, order, items }: ReturnRecord,
  changed: Items,
  { others, pointer }: { others: string; pointer: string },
): Promise<void> {
  if (row.status === "deleted") return;
  const { paid, digits } = orderWorth(order);
  const patched = new Map(changed.map((item) => [item.id, item]));
  const amount = (item: Items[number]) => countedRefund(item, order.currency);
  const yieldNow = createYielder();
  let [before, after] = [0n, 0n];
  for (const item of items) {
    before += amount(item);
    after += amount(patched.get(item.id) ?? item);
    await yieldNow();
  }
  const left = greater(paid - minorOf(others, digits), 0n);
  if (after <= before || after <= left) return;
  const text = (minor: bigint) => `${amountOf(minor, digits)} ${order.currency}`;
  const detail = `The order's refunds may be ${text(paid)} together, what was paid for it: ${text(left)} are left for this return, which would refund ${text(after)}.`;
  throw problem("refund_exceeds_paid", detail, { errors: [{ detail, pointer }] });
}
