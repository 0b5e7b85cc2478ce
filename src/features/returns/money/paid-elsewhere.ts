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
import { payoutIdIn, refundIdOfFile } from "../../orders/refund-note.ts";
import type { StoredOrder } from "../../orders/schema.ts";
import { type CountedRefunds, NONE_REFUNDED, refundedOfReturns } from "./refunded-units.ts";
import { type Said, unmatched } from "./said-refunds.ts";
import type { TakenUnits } from "./units.ts";

type Refund = NonNullable<StoredOrder["refunds"]>[number];
type MoneySet = { presentmentMoney: { amount: string } };

type Order = Pick<typeof orders.$inferSelect, "id" | "currency" | "body">;

/** SQL for whether a payout counts towards what was paid: its money has moved, or may move. */
export const COUNTED_PAYOUT =
  "(payouts.status in ('paid', 'unknown') or payouts.status = 'waiting' and not payouts.is_held)";

/** SQL for whether a payout's money has moved, or its payee was asked and may have moved it. */
export const SENT_PAYOUT =
  "(payouts.status in ('paid', 'unknown') or payouts.status = 'waiting' and payouts.sent_at is not null)";

/**
 * SQL for whether a person has said, without a reference, that a refund was paid elsewhere. That of a file's refund is none: the
 * shop may send the refund by its own id later.
 */
const IS_SAID = `(type = 'refund' and status = 'paid' and payer_id is null
  and (reference is null or starts_with(reference, $5)))`;

/** The reference that payouts of together this amount are about to get; `isSaid`: a person says that they were paid elsewhere. */
export type Paying = { reference: string | undefined; amount: bigint; isSaid: boolean };

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
  return beyondPayouts(order, refunds, counted);
}

function beyondPayouts(order: Order, refunds: Refund[], counted: CountedRefunds): bigint {
  const own = sumOf(
    order,
    refunds.filter(({ id }) => !counted.has(id)),
  );
  return refunds.reduce((sum, refund) => {
    const payouts = counted.get(refund.id);
    return payouts === undefined ? sum : sum + greater(sumOf(order, [refund]) - payouts.amount, 0n);
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
    rest: sumOf(order, [refund]) - (counted.get(refund.id)?.amount ?? 0n),
  }));
  const together = amount + said.reduce((sum, each) => sum + each.amount, 0n);
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

/**
 * Returns what is taken of an order, where `refunds` are those of its returns, with what the shop has refunded itself, and
 * which units of these returns it has refunded for them.
 */
export async function withPaidElsewhere<Taken extends { refunds: string }>(
  ctx: Ctx,
  storeId: string,
  order: Order,
  taken: Taken,
): Promise<Taken & Pick<TakenUnits, "refunded">> {
  const { refunds = [] } = order.body;
  if (refunds.length === 0) return { ...taken, refunded: NONE_REFUNDED };
  const { counted } = await countedRefunds(ctx, storeId, order, { refunds });
  const refunded = await refundedOfReturns(ctx, storeId, order, counted);
  const digits = minorDigits(order.currency);
  const all = minorOf(taken.refunds, digits) + beyondPayouts(order, refunds, counted);
  return { ...taken, refunded, refunds: amountOf(all, digits) };
}

/** Returns which units of an order's returns its shop has refunded for them, and doesn't count as returnable any more. */
export async function refundedUnits(
  ctx: Ctx,
  storeId: string,
  order: Order,
): Promise<TakenUnits["refunded"]> {
  const { refunds = [] } = order.body;
  if (!refunds.some(({ lineItems }) => lineItems?.length)) return NONE_REFUNDED;
  const { counted } = await countedRefunds(ctx, storeId, order, { refunds });
  return refundedOfReturns(ctx, storeId, order, counted);
}

type Counted = {
  counted: CountedRefunds;
  /** What people say was paid elsewhere, without a reference, and is none of the refunds. */
  said: Said[];
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
  const ofFile = refundIdOfFile(order.body.orderId);
  const payouts = await findCounted(ctx.db, storeId, order.id, ids, [...noted.keys()], ofFile);
  const counted: CountedRefunds = new Map();
  const count = (id: string, { amount, returnId }: Said) => {
    const before = counted.get(id) ?? { amount: 0n, returnIds: new Set() };
    if (returnId !== undefined) before.returnIds.add(returnId);
    counted.set(id, { ...before, amount: before.amount + amount });
  };
  const said: Said[] = [];
  for (const { reference, isNoted, isSaid, id, returnId, paid } of payouts) {
    const refundId = isNoted ? noted.get(id) : reference;
    const amount = minorOf(paid, minorDigits(order.currency));
    if (refundId != null) count(refundId, { amount, returnId });
    else if (isSaid) said.push({ amount, returnId });
  }
  if (paying?.reference !== undefined) count(paying.reference, { amount: paying.amount });
  else if (paying?.isSaid) said.push({ amount: paying.amount });
  const restOf = (refund: Refund) => sumOf(order, [refund]) - (counted.get(refund.id)?.amount ?? 0n);
  return { counted, said: said.length > 0 ? unmatched(said, refunds, { restOf, count }) : said };
}

/** What a person gave as the reference of a payout that isn't paid yet is not the payee's. No payee was paid what one says. */
const findCounted = prepared<
  Record<"id" | "returnId" | "paid", string> &
    Record<"isNoted" | "isSaid", boolean> & { reference: string | null }
>(
  "counted_refunds",
  `select id, return_id as "returnId", reference, coalesce(reference <> all($3::text[]), true) as "isNoted", ${IS_SAID} as "isSaid",
     coalesce(paid_amount, amount)::text as paid
   from payouts
   where store_id = $1 and order_id = $2 and ${COUNTED_PAYOUT} and (reference = any($3::text[])
     or id = any($4::text[]) and (status <> 'paid' or reference is null) or ${IS_SAID})
   order by paid_at, created_at, id`,
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
