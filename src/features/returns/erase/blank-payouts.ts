import { and, eq } from "drizzle-orm";
import type { Ctx } from "../../../core/ctx.ts";
import { type Person, redactText } from "../../../core/persons/redact.ts";
import { payouts } from "../../../platform/db/tables/payouts.ts";
import { EXCEEDS_PAID } from "../payouts/reconcile-return.ts";
import { AMOUNT_DIFFERS } from "../payouts/view.ts";

type Texts = { reason: string | null; reference: string | null };

/** Returns the texts of a payout without the person: a reason in the payee's words may say anything of them. */
export function blankTexts<Payout extends Texts>(payout: Payout, person: Person): Payout {
  const { reason, reference } = payout;
  const isOwn = reason === AMOUNT_DIFFERS || reason === EXCEEDS_PAID;
  const blanked = { reason: isOwn ? reason : null, reference: reference && redactText(reference, person) };
  return { ...payout, ...blanked };
}

/** Blanks the person in a return's payouts. One that is unknown is asked again with the person blank. */
export function blankPayouts(tx: Ctx, storeId: string, returnId: string, person: Person): Promise<void> {
  return rewritePayouts(tx, storeId, returnId, (payout) => blankTexts(payout, person));
}

/** Rewrites the texts of a return's payouts by `blank`; the requests whose bodies it changes are written again. */
export async function rewritePayouts(
  tx: Ctx,
  storeId: string,
  returnId: string,
  blank: <T extends Texts>(texts: T) => T,
): Promise<void> {
  const ofReturn = and(eq(payouts.storeId, storeId), eq(payouts.returnId, returnId));
  const { id, reason, reference } = payouts;
  const rows = await tx.db.select({ id, reason, reference }).from(payouts).where(ofReturn);
  for (const row of rows) {
    const { reason, reference } = blank(row);
    const which = and(ofReturn, eq(payouts.id, row.id));
    await tx.db.update(payouts).set({ reason, reference, request: null }).where(which);
  }
}
