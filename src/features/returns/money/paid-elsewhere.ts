import type { Ctx } from "../../../core/ctx.ts";
import {
  amountOf,
  decimalsOf,
  divideHalfUp,
  greater,
  minorOf,
  powerOfTen,
} from "../../../lib/minor-units.ts";
import { minorDigits } from "../../../lib/money.ts";
import { prepared } from "../../../platform/db/prepared.ts";
import type { orders } from "../../../platform/db/tables/orders.ts";
import { linesById } from "../../orders/lines.ts";
import { payoutIdIn } from "../../orders/refund-note.ts";
import type { StoredOrder } from "../../orders/schema.ts";

type Refund = NonNullable<StoredOrder["refunds"]>[number];
type MoneySet = { presentmentMoney: { amount: string } };

type Order = Pick<typeof orders.$inferSelect, "id" | "currency" | "body">;

/** SQL for whether a payout counts towards what was paid: its money has moved, or may move. */
export const COUNTED_PAYOUT =
  "(payouts.status in ('paid', 'unknown') or payouts.status = 'waiting' and not payouts.is_held)";

/** The reference that payouts of together this amount are about to get. */
export type Paying = { reference: string | undefined; amount: bigint };

/**
 * Returns what the shop has refunded for an order itself, in smallest units: it counts towards what was paid. A refund that
 * payouts of the order's returns name as their reference is these payouts, and counts there; so is the first one whose note
 * names a payout of which the shop has not said the reference yet. Of one that is more than its payouts the rest counts here.
 */
export async function paidElsewhere(
  ctx: Ctx,
  storeId: string,
  order: Order,
  paying?: Paying,
): Promise<bigint> {
  const { refunds = [] } = order.body;
  if (refunds.length === 0) return 0n;
  const counted = await countedRefunds(ctx, storeId, order, refunds);
  if (paying?.reference !== undefined)
    counted.set(paying.reference, (counted.get(paying.reference) ?? 0n) + paying.amount);
  const own = sumOf(
    order,
    refunds.filter(({ id }) => !counted.has(id)),
  );
  return refunds.reduce((sum, refund) => {
    const payouts = counted.get(refund.id);
    return payouts === undefined ? sum : sum + greater(sumOf(order, [refund]) - payouts, 0n);
  }, own);
}

/** Returns the id of the first refund of just this amount that the shop has made itself; undefined without one. */
export async function ownRefundOf(
  ctx: Ctx,
  storeId: string,
  order: Order,
  amount: bigint,
): Promise<string | undefined> {
  const { refunds = [] } = order.body;
  if (refunds.length === 0) return undefined;
  const counted = await countedRefunds(ctx, storeId, order, refunds);
  return refunds.find((refund) => !counted.has(refund.id) && sumOf(order, [refund]) === amount)?.id;
}

function sumOf({ body, currency }: Order, refunds: Refund[]): bigint {
  if (refunds.length === 0) return 0n;
  const lines = linesById(body);
  const digits = minorDigits(currency);
  const amounts = refunds.flatMap((refund) => [...amountsOf(refund, (id) => lines.has(id))]);
  let decimals = digits;
  for (const amount of amounts) decimals = decimalsOf(Number(amount), decimals);
  let sum = 0n;
  for (const amount of amounts) sum += minorOf(amount, decimals);
  return divideHalfUp(sum, powerOfTen(decimals - digits));
}

/** Returns what is taken of an order, where `refunds` are those of its returns, with what the shop has refunded itself. */
export async function withPaidElsewhere<Taken extends { refunds: string }>(
  ctx: Ctx,
  storeId: string,
  order: Order,
  taken: Taken,
): Promise<Taken> {
  const elsewhere = await paidElsewhere(ctx, storeId, order);
  if (elsewhere === 0n) return taken;
  const digits = minorDigits(order.currency);
  return { ...taken, refunds: amountOf(minorOf(taken.refunds, digits) + elsewhere, digits) };
}

/** Returns the ids of the refunds that are payouts, with the sum of these: each payout is one at most. */
async function countedRefunds(
  ctx: Ctx,
  storeId: string,
  { id: orderId, currency }: Order,
  refunds: Refund[],
): Promise<Map<string, bigint>> {
  const ids = refunds.map(({ id }) => id);
  const noted = new Map<string, string>();
  for (const { id, note } of refunds) {
    const payoutId = payoutIdIn(note);
    if (payoutId !== undefined && !noted.has(payoutId)) noted.set(payoutId, id);
  }
  const payouts = await findCounted(ctx.db, storeId, orderId, ids, [...noted.keys()]);
  const counted = new Map<string, bigint>();
  for (const { reference, isNoted, id, paid } of payouts) {
    const refundId = isNoted ? noted.get(id) : reference;
    if (refundId == null) continue;
    counted.set(refundId, (counted.get(refundId) ?? 0n) + minorOf(paid, minorDigits(currency)));
  }
  return counted;
}

/** What a person gave as the reference of a payout that isn't paid yet is not the payee's. */
const findCounted = prepared<{ id: string; reference: string | null; isNoted: boolean; paid: string }>(
  "counted_refunds",
  `select id, reference, coalesce(reference <> all($3::text[]), true) as "isNoted",
     coalesce(paid_amount, amount)::text as paid
   from payouts
   where store_id = $1 and order_id = $2 and ${COUNTED_PAYOUT} and (reference = any($3::text[])
     or id = any($4::text[]) and (status <> 'paid' or reference is null))`,
);

/** Yields the amounts that a refund consists of. Those of lines that the order doesn't have are ignored. */
function* amountsOf(refund: Refund, hasLine: (id: string) => boolean): Generator<string> {
  for (const { lineItemId, subtotalSet, totalTaxSet } of refund.lineItems ?? []) {
    if (hasLine(lineItemId)) yield* [paidIn(subtotalSet), paidIn(totalTaxSet)];
  }
  for (const { amountSet, taxAmountSet } of [
    ...(refund.shippingRefunds ?? []),
    ...(refund.orderLevelRefunds ?? []),
  ]) {
    yield paidIn(amountSet);
    if (taxAmountSet) yield paidIn(taxAmountSet);
  }
}

function paidIn({ presentmentMoney }: MoneySet): string {
  return presentmentMoney.amount;
}
