import type { Ctx } from "../../core/ctx.ts";
import type { Lease } from "../../core/delivery/leases.ts";
import { money } from "../../lib/money.ts";
import { NOW } from "../../platform/db/now.ts";
import { preparedNamed } from "../../platform/db/prepared.ts";
import { changeReturn, type Work } from "../returns/change/change.ts";
import { exceedsPayments } from "../returns/money/refund-ceiling.ts";
import { type Owed, readOwed } from "../returns/payouts/owed.ts";
import { type Due, isOpen } from "../returns/payouts/reconcile.ts";
import { EXCEEDS_PAID } from "../returns/payouts/reconcile-return.ts";
import { knownPayout } from "../returns/payouts/view.ts";
import { TO_BE_SENT, writePayouts } from "../returns/payouts/write.ts";
import { loadReturn } from "../returns/read/load.ts";
import { customerView } from "../returns/read/order-view.ts";
import { snapshotOf } from "../returns/read/view.ts";
import { callerOf, type NextPayout } from "./next-payout.ts";

type Noted = { request: string | null };

/**
 * Notes, under the lease, that the payee is asked for a payout, and returns the bytes that an integration gets: the same at
 * each attempt, whatever becomes of the return, because a payee may refuse another body with the same key. Undefined if the
 * payout was withdrawn or changed, or the lease is lost, and if it is held now: the first time it is asked for, that is checked
 * again, since more may have been refunded for the order while it waited.
 */
export async function noteSent(
  ctx: Ctx,
  lease: Lease<NextPayout>,
  payout: NextPayout,
): Promise<Noted | undefined> {
  const { storeId, returnId, fence } = lease;
  const { id, key, amount, payeeId } = payout;
  const request = payout.connector ? null : (payout.request ?? (await requestOf(ctx, lease, payout)));
  const noting = { storeId, returnId, fence, id, key, amount, payeeId, request };
  if (payout.wasAsked) return (await note(ctx.db, noting))[0];
  let noted: Noted | undefined;
  const work: Work = async (tx, { orderId }, at) => {
    const owed = await readOwed(tx, storeId, returnId);
    const row = owed.rows.find((each) => each.id === id);
    const waits = row?.status === "waiting" && !row.isHeld && row.sentAt === null;
    if (waits && (await exceeds(tx, { storeId, returnId, id, owed }))) {
      const changed = [{ ...row, isHeld: true, reason: EXCEEDS_PAID }];
      const held = { withdrawn: [], changed, raised: [], state: TO_BE_SENT };
      await writePayouts(tx, caller, { returnId, orderId, at, owed }, held);
      return { hasPayouts: true };
    }
    [noted] = await note(tx.db, noting);
    return undefined;
  };
  const caller = callerOf(ctx, storeId, payout);
  await changeReturn(ctx, caller, returnId, work, { locksOrder: true });
  return noted;
}

type Sent = { storeId: string; returnId: string; id: string; owed: Owed };

/** Whether with this payout more would be paid for the order than was paid for it. Those behind it have their turns later. */
async function exceeds(tx: Ctx, { storeId, returnId, id, owed }: Sent): Promise<boolean> {
  if (!owed.mayExceed && owed.rows.length === 1) return false;
  const pays: Due = { refund: 0n, store_credit: 0n };
  for (const payout of owed.rows.map(knownPayout)) {
    if (payout.id === id || !isOpen(payout)) pays[payout.type] += payout.paidAmount ?? payout.amount;
  }
  return exceedsPayments(tx, storeId, returnId, pays);
}

const note = preparedNamed<Noted>(
  "payouts_note_sent",
  `update payouts set request = coalesce(payouts.request, $request::text), payer_id = $payeeId,
     sent_at = coalesce(sent_at, ${NOW})
   from payout_streams as stream
   where payouts.store_id = $storeId and payouts.id = $id and payouts.key = $key and payouts.amount = $amount::numeric
     and payouts.status in ('waiting', 'unknown') and not is_held
     and stream.store_id = $storeId and stream.return_id = $returnId and stream.fence = $fence::bigint
   returning payouts.request`,
);

async function requestOf(
  ctx: Ctx,
  { storeId, returnId }: Lease<NextPayout>,
  payout: NextPayout,
): Promise<string> {
  const record = await loadReturn(ctx, storeId, returnId);
  const { id: payoutId, type, amount, currency, customerId } = payout;
  const customer = { id: customerId, ...customerView(record.order.body) };
  const shown = snapshotOf(record, ctx.origin);
  return JSON.stringify({ type, payoutId, amount: money(amount, currency), ...shown, customer });
}
