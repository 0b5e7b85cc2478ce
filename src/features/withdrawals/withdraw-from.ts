import type { Ctx } from "../../core/ctx.ts";
import type { Caller } from "../../core/http/request-context.ts";
import type { Tries } from "../returns/shopper/find-order.ts";
import { isRecorded, type NewWithdrawal, withdrawOnce } from "./withdraw.ts";

type Sent = Omit<NewWithdrawal, "isVouchedFor"> & {
  tries: Tries;
  /** Where it comes from. */
  network: string;
};

/**
 * Records a statement that a page's visitor has sent. Only those whose order isn't theirs count against the limits of
 * wrong tries; where it throws, nothing counts, nor what was recorded before. Throws 429 above them, and otherwise as
 * `withdrawOnce` does.
 */
export async function withdrawFrom(ctx: Ctx, caller: Caller, { body, key, tries, network }: Sent) {
  const { storeId } = caller;
  const taken = await tries.take(storeId, { order: body.order, network }).catch(async (error: unknown) => {
    if (key !== undefined && (await isRecorded(ctx, storeId, key))) return [];
    throw error;
  });
  const recorded = withdrawOnce(ctx, caller, { body, key, isVouchedFor: false });
  const done = await recorded.catch(async (error: unknown) => {
    await tries.giveBack(storeId, taken);
    throw error;
  });
  if (done.row.isIdentified || done.replayed) await tries.giveBack(storeId, taken);
  return done;
}
