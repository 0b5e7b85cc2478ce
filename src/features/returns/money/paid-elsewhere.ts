import type { Ctx } from "../../../core/ctx.ts";
import {
  amountOf,
  decimalsOf,
  divideHalfUp,
  greater,
  minorDigits,
  minorOf,
  powerOfTen,
} from "../../../lib/money.ts";
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

/** SQL for whether a person has said, without a reference, that a refund was paid elsewhere. */
const IS_SAID = "(type = 'refund' and status = 'paid' and reference is null and payer_id is null)";

/** The reference that payouts of together this amount are about to get. */
export type Paying = { reference: string | undefined; amount: bigint };

/**
 * Returns what the shop has refunded for an order itself, in smallest units: it counts towards what was paid. A refund that
 * payouts of the order's returns name as their reference is these payouts, and counts there; so is the first one whose note
 * names a payout of which the shop has not said the reference yet, and one of just the amount of what people say was paid
 * elsewhere. Of one that is more than its payouts the rest counts here.
 */
export async function paidElsewhere(
  ctx: Ctx,
  storeId: string,
  order: Order,
  paying?: Paying,
): Promise<bigint> {
  const { refunds = [] } = order.body;
  if (refunds.length === 0) return 0n;
  const { counted } = await countedRefunds(ctx, storeId, order, { refunds, paying });
  const own = sumOf(
    order,
    refunds.filter(({ id }) => !counted.has(id)),
  );
  return refunds.reduce((sum, refund) => {
    const payouts = counted.get(refund.id);
    return payouts === undefined ? sum : sum + greater(sumOf(order, [refund]) - payouts, 0n);
  }, own);
}

/**
 * Returns the id of the first refund that the shop has made itself of just this amount, or of it with all that people have said
 * before; undefined without one.
 */
export async function ownRefundOf(
  ctx: Ctx,
  storeId: string,
  order: Order,
  amount: bigint,
): Promise<string | undefined> {
  const { refunds = [] } = order.body;
  if (refunds.length === 0) return undefined;
  const { counted, said } = await countedRefunds(ctx, storeId, order, { refunds });
  const own = refunds.map((refund) => ({
    id: refund.id,
    rest: sumOf(order, [refund]) - (counted.get(refund.id) ?? 0n),
  }));
  const together = amount + totalOf(said);
  return (own.find(({ rest }) => rest === amount) ?? own.find(({ rest }) => rest === together))?.id;
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

type Counted = {
  /** The ids of the refunds that are payouts, with the sum of these. */
  counted: Map<string, bigint>;
  /** What people say was paid elsewhere, without a reference, and is none of the refunds. */
  said: bigint[];
};

/** Returns which refunds are payouts: each payout is one at most. */
async function countedRefunds(
  ctx: Ctx,
  storeId: string,
  order: Order,
  { refunds, paying }: { refunds: Refund[]; paying?: Paying | undefined },
): Promise<Counted> {
  const ids = refunds.map(({ id }) => id);
  const noted = new Map<string, string>();
  for (const { id, note } of refunds) {
    const payoutId = payoutIdIn(note);
    if (payoutId !== undefined && !noted.has(payoutId)) noted.set(payoutId, id);
  }
  const payouts = await findCounted(ctx.db, storeId, order.id, ids, [...noted.keys()]);
  const counted = new Map<string, bigint>();
  const count = (id: string, amount: bigint) => counted.set(id, (counted.get(id) ?? 0n) + amount);
  const said: bigint[] = [];
  for (const { reference, isNoted, isSaid, id, paid } of payouts) {
    const refundId = isNoted ? noted.get(id) : reference;
    const amount = minorOf(paid, minorDigits(order.currency));
    if (refundId != null) count(refundId, amount);
    else if (isSaid) said.push(amount);
  }
  if (paying?.reference !== undefined) count(paying.reference, paying.amount);
  const restOf = (refund: Refund) => sumOf(order, [refund]) - (counted.get(refund.id) ?? 0n);
  return { counted, said: said.length > 0 ? unmatched(said, refunds, { restOf, count }) : said };
}

type Counting = { restOf(refund: Refund): bigint; count(id: string, amount: bigint): void };

/** Counts what people say as the refunds of just these amounts, or all of it as one, and returns what is none. */
function unmatched(said: bigint[], refunds: Refund[], { restOf, count }: Counting): bigint[] {
  const left = [...said];
  for (const refund of refunds) {
    const rest = restOf(refund);
    const at = left.indexOf(rest);
    if (at < 0) continue;
    count(refund.id, rest);
    left.splice(at, 1);
  }
  const all = totalOf(left);
  const whole = left.length > 1 && refunds.find((refund) => restOf(refund) === all);
  if (!whole) return left;
  count(whole.id, all);
  return [];
}

function totalOf(amounts: bigint[]): bigint {
  return amounts.reduce((sum, amount) => sum + amount, 0n);
}

/** What a person gave as the reference of a payout that isn't paid yet is not the payee's. No payee was paid what one says. */
const findCounted = prepared<
  Record<"id" | "paid", string> & Record<"isNoted" | "isSaid", boolean> & { reference: string | null }
>(
  "counted_refunds",
  `select id, reference, coalesce(reference <> all($3::text[]), true) as "isNoted", ${IS_SAID} as "isSaid",
     coalesce(paid_amount, amount)::text as paid
   from payouts
   where store_id = $1 and order_id = $2 and ${COUNTED_PAYOUT} and (reference = any($3::text[])
     or id = any($4::text[]) and (status <> 'paid' or reference is null) or ${IS_SAID})
   order by created_at, id`,
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
