import type { Ctx } from "../../core/ctx.ts";
import type { AttemptOfLease, RecordResult } from "../../core/delivery/record-attempts.ts";
import { createRecordEach } from "../../core/delivery/record-each.ts";
import { addMentions } from "../../core/lists/search-keys.ts";
import { money } from "../../lib/money.ts";
import { preparedNamed } from "../../platform/db/prepared.ts";
import { changeReturn, type Work } from "../returns/change/change.ts";
import { MOVES } from "../returns/payouts/states.ts";
import { AMOUNT_DIFFERS } from "../returns/payouts/view.ts";
import { type Answer, answerOf } from "./answer.ts";
import { callerOf, type NextPayout } from "./next-payout.ts";
import { PAYOUT_STREAMS } from "./streams.ts";
import { takePaidOrder } from "./take-paid-order.ts";

type Recorded = AttemptOfLease<NextPayout>;

/**
 * Records what payees have answered, and releases the leases. Each answer is a change of its return, of which the feed and
 * the webhooks learn. The shop's order that came with an answer is stored before. Returns one result per attempt.
 */
export const recordPayoutAttempts = createRecordEach(record);

async function record(
  ctx: Ctx,
  { lease, attempt, pauseMs = 0 }: Recorded,
): Promise<RecordResult<NextPayout>> {
  const { storeId, returnId, nextEvent: payout } = lease;
  let result: RecordResult<NextPayout> = "lost";
  const caller = callerOf(ctx, storeId, payout);
  const read = (how?: { withoutWords: boolean }) =>
    payout &&
    attempt &&
    answerOf(
      { status: attempt.status, body: attempt.answer, error: attempt.error },
      money(payout.amount, payout.currency),
      how,
    );
  const answer = read();
  const mayOweMore = answer?.status === "refused" || (answer?.paidAmount ?? null) !== null;
  const work: Work = async (tx, row, at) => {
    const { fence } = lease;
    const mayName = wasAsked(payout) && answer?.reason != null;
    const isErased = mayName && (await findErasure(tx.db, { storeId, returnId })).length > 0;
    const said = isErased ? read({ withoutWords: true }) : answer;
    const key = { storeId, returnId, fence, pauseMs: attempt?.pauseMs ?? pauseMs };
    const [written] = await write(tx.db, { ...key, ...valuesOf(payout, said, attempt?.at ?? at) });
    if (!written) return undefined;
    result = await PAYOUT_STREAMS.release(tx.db, key);
    if (!written.counts || !said) return undefined;
    const { reason, reference } = said;
    const keyed = { storeId, at: row.createdAt, id: returnId };
    addMentions(tx, keyed, "return.mention", { customerId: row.customerId, texts: { reason, reference } });
    return { mayOweMore };
  };
  await takePaidOrder(ctx, { lease, attempt });
  await changeReturn(ctx, caller, returnId, work, { locksOrder: mayOweMore });
  return result;
}

/** Whether a payee has answered, not this program for one that is gone. */
function wasAsked(payout: NextPayout | undefined): boolean {
  return Boolean(payout?.connector ?? payout?.integration);
}

/** A payee that was asked with a person may name them for ever: once they are erased, its words are not stored. */
const findErasure = preparedNamed(
  "payouts_find_erasure",
  "select from return_history where store_id = $storeId and return_id = $returnId and is_erasure limit 1",
);

function valuesOf(payout: NextPayout | undefined, said: Answer | undefined, at: Date) {
  const differs = said?.paidAmount != null;
  return {
    payoutId: payout?.id ?? "",
    key: payout?.key ?? "",
    requests: wasAsked(payout) ? 1 : 0,
    status: said?.status ?? null,
    from: said ? Object.keys(MOVES[said.status]) : [],
    reference: said?.reference ?? null,
    reason: differs ? AMOUNT_DIFFERS : (said?.reason ?? null),
    paidAmount: said?.paidAmount ?? null,
    paidAt: said?.status === "paid" ? (said.paidAt ?? at).toISOString() : null,
    at: at.toISOString(),
  };
}

/** No row for a lease that is lost. A payout that a person has said to be paid elsewhere meanwhile stays so. */
const write = preparedNamed<{ counts: boolean }>(
  "payouts_record",
  `with held as (
     select store_id, return_id from payout_streams
     where store_id = $storeId and return_id = $returnId and fence = $fence::bigint for no key update
   ), written as (
     update payouts set status = $status::text, attempts = attempts + $requests::int, tries = tries + 1,
       attempted_at = $at::timestamptz, reference = coalesce($reference::text, reference), reason = $reason::text,
       paid_amount = $paidAmount::numeric, paid_at = $paidAt::timestamptz,
       request = case when $status::text = 'unknown' then request end
     from held
     where payouts.store_id = held.store_id and payouts.return_id = held.return_id and payouts.id = $payoutId
       and payouts.key = $key and $status::text is not null and payouts.status = any($from::text[])
     returning payouts.id
   )
   select exists (select from written) as counts from held`,
);
