import type { Ctx } from "../../../core/ctx.ts";
import { amountOf, decimalsOf, divideHalfUp, minorOf, powerOfTen } from "../../../lib/minor-units.ts";
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

/**
 * Returns what the shop has refunded for an order itself, in smallest units: it counts towards what was paid. A refund that
 * a payout of the order's returns names as its reference is that payout, and counts there; so is the first one whose note
 * names a payout of which the shop has not said the reference yet, and the one of the `reference` that payouts are about
 * to get.
 */
export async function paidElsewhere(
  ctx: Ctx,
  storeId: string,
  order: Order,
  reference?: string,
): Promise<bigint> {
  const refunds = (await ownRefunds(ctx, storeId, order)).filter(({ id }) => id !== reference);
  return sumOf(order, refunds);
}

/** Returns the id of the first refund of just this amount that the shop has made itself; undefined without one. */
export async function ownRefundOf(
  ctx: Ctx,
  storeId: string,
  order: Order,
  amount: bigint,
): Promise<string | undefined> {
  const refunds = await ownRefunds(ctx, storeId, order);
  return refunds.find((refund) => sumOf(order, [refund]) === amount)?.id;
}

/** Returns the refunds of an order that are no payouts. */
async function ownRefunds(ctx: Ctx, storeId: string, { id: orderId, body }: Order): Promise<Refund[]> {
  const { refunds = [] } = body;
  if (refunds.length === 0) return [];
  const counted = await countedRefunds(ctx, storeId, orderId, refunds);
  return refunds.filter(({ id }) => !counted.has(id));
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

/** Returns the ids of the refunds that are payouts: each payout is one at most. */
async function countedRefunds(
  ctx: Ctx,
  storeId: string,
  orderId: string,
  refunds: Refund[],
): Promise<Set<string>> {
  const ids = refunds.map(({ id }) => id);
  const noted = new Map<string, string>();
  for (const { id, note } of refunds) {
    const payoutId = payoutIdIn(note);
    if (payoutId !== undefined && !noted.has(payoutId)) noted.set(payoutId, id);
  }
  const payouts = await findCounted(ctx.db, storeId, orderId, ids, [...noted.keys()]);
  return new Set(
    payouts.flatMap(({ reference, isNoted, id }) => (isNoted ? noted.get(id) : reference) ?? []),
  );
}

/** What a person gave as the reference of a payout that isn't paid yet is not the payee's. */
const findCounted = prepared<{ id: string; reference: string | null; isNoted: boolean }>(
  "counted_refunds",
  `select id, reference, coalesce(reference <> all($3::text[]), true) as "isNoted" from payouts
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
