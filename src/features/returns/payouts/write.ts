import { type Ctx, withCommit } from "../../../core/ctx.ts";
import type { Caller } from "../../../core/http/request-context.ts";
import { amountOf, minorDigits } from "../../../lib/money.ts";
import { NOW } from "../../../platform/db/now.ts";
import { preparedNamed } from "../../../platform/db/prepared.ts";
import type { Owed } from "./owed.ts";
import { PAYOUTS } from "./queue.ts";
import type { NewAmount } from "./reconcile.ts";
import { nextPayoutId, type PayoutRow } from "./view.ts";

/** More are not written: what is due beyond them shows as held. */
export const MAX_PAYOUTS = 250;

/** The return that payouts are written of; its row is locked. */
export type OfReturn = { returnId: string; orderId: string; at: Date; owed: Owed };

/** A payout's row with what becomes of it. `hasNewKey`: it gets another key, and counts as not sent. */
export type ChangedPayout = Pick<
  PayoutRow,
  "id" | "status" | "amount" | "covers" | "isHeld" | "reason" | "reference" | "paidAt"
> & { hasNewKey?: boolean };

/** What is written of new payouts besides their amount. */
export type NewState = Pick<PayoutRow, "status" | "isHeld" | "reason" | "reference" | "paidAt">;

export type Writing = { withdrawn: string[]; changed: ChangedPayout[]; raised: NewAmount[]; state: NewState };

/** The state of a payout that its payer will be asked for. */
export const TO_BE_SENT: NewState = {
  status: "waiting",
  isHeld: false,
  reason: null,
  reference: null,
  paidAt: null,
};

/**
 * Writes payouts of a locked return in the caller's transaction, and wakes who sends them. Returns whether there was
 * anything to write.
 */
export async function writePayouts(
  tx: Ctx,
  { storeId, requestId }: Pick<Caller, "storeId" | "requestId">,
  { returnId, orderId, at, owed }: OfReturn,
  { withdrawn, changed, raised, state }: Writing,
): Promise<boolean> {
  const { rows, currency, payer, withdrawnSeq } = owed;
  const made = raised.slice(0, roomFor(rows) + withdrawn.length);
  if (withdrawn.length + changed.length + made.length === 0) return false;
  const seq = Math.max(rows.at(-1)?.seq ?? 0, withdrawnSeq) + 1;
  const values = made.map(({ type, amount }, i) => {
    const text = amountOf(amount, minorDigits(currency));
    return {
      ...state,
      id: nextPayoutId(rows, returnId, type, withdrawnSeq),
      seq: seq + i,
      type,
      amount: text,
      covers: text,
    };
  });
  const [firstPauseMs = 0] = tx.config.payoutRetrySchedule;
  const wakes = [...changed, ...values].some(({ status, isHeld }) => status === "waiting" && !isHeld);
  const written = write(tx.db, {
    ...{ storeId, returnId, orderId, at: at.toISOString(), currency, requestId, wakes, firstPauseMs },
    withdrawn,
    withdrawnSeq: askedUpTo(rows, withdrawn),
    changed: JSON.stringify(changed),
    made: JSON.stringify(values),
  });
  withCommit(tx, written);
  if (wakes && payer !== null) await tx.jobs.send(PAYOUTS, { storeId });
  return true;
}

/** Returns how many more payouts a return may have. */
export function roomFor(rows: PayoutRow[]): number {
  return Math.max(0, MAX_PAYOUTS - rows.length);
}

/** Returns the highest `seq` of those that are withdrawn and that a payee may know; 0 for none. */
function askedUpTo(rows: PayoutRow[], withdrawn: string[]): number {
  const asked = rows.filter(({ attempts, sentAt }) => attempts > 0 || sentAt !== null);
  return Math.max(0, ...asked.filter(({ id }) => withdrawn.includes(id)).map(({ seq }) => seq));
}

/**
 * SQL for the key that follows from a text: a payout's id, or its key before. Neither is random, so that who does once more, in a
 * copy that was restored from a backup, what was done since, asks for the same payment.
 */
const keyAfter = (seed: string) => `left(encode(sha256(convert_to(${seed}, 'UTF8')), 'hex'), 32)::uuid::text`;

const write = preparedNamed(
  "write_payouts",
  `with withdrawn as (
     delete from payouts where store_id = $storeId and return_id = $returnId and id = any($withdrawn::text[])
   ), changed as (
     update payouts set status = given.status, amount = given.amount, covers = given.covers, is_held = given."isHeld",
       reason = given.reason, reference = given.reference, paid_at = given."paidAt",
       key = case when given."hasNewKey" then ${keyAfter("payouts.key")} else payouts.key end,
       sent_at = case when given."hasNewKey" then null else sent_at end,
       payer_id = case when given."hasNewKey" or given.status = 'paid' and payouts.status <> 'paid' then null
         else payer_id end,
       request = case when given."hasNewKey" or given.status = 'paid' then null else request end,
       tries = case when given."hasNewKey" then 0 else tries end
     from json_to_recordset($changed::json) as given(id text, status text, amount numeric, covers numeric,
       "isHeld" boolean, reason text, reference text, "paidAt" timestamptz, "hasNewKey" boolean)
     where payouts.store_id = $storeId and payouts.return_id = $returnId and payouts.id = given.id
   ), made as (
     insert into payouts (store_id, id, return_id, order_id, seq, type, status, amount, covers, currency, reference,
       reason, is_held, key, request_id, created_at, paid_at)
     select $storeId, id, $returnId, $orderId, seq, type, status, amount, covers, $currency, reference, reason,
       "isHeld", ${keyAfter("$storeId || ' ' || id")}, $requestId, $at::timestamptz, "paidAt"
     from json_to_recordset($made::json) as given(id text, seq int, type text, status text, amount numeric,
       covers numeric, reference text, reason text, "isHeld" boolean, "paidAt" timestamptz)
   )
   insert into payout_streams as stream (store_id, return_id, due_at, withdrawn_seq)
   select $storeId, $returnId,
     case when $wakes::boolean then ${NOW} + $firstPauseMs::int * interval '1 millisecond' end, $withdrawnSeq::int
   where $wakes::boolean or $withdrawnSeq::int > 0
   on conflict (store_id, return_id) do update set due_at = coalesce(stream.due_at, excluded.due_at),
     withdrawn_seq = greatest(stream.withdrawn_seq, excluded.withdrawn_seq)`,
);
