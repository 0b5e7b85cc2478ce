import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "../../core/ctx.ts";
import { inSlice } from "../../core/jobs/in-slice.ts";
import type { Progress } from "../../core/jobs/retention.ts";
import { contactsOfBatch, latestRequest } from "../../core/persons/erased-persons.ts";
import type { ErasureRule, ErasureSlice } from "../../core/persons/erasure.ts";
import { blankWithdrawals } from "./erase.ts";

const SLICE_WITHDRAWALS = 50;

/** Blanks the withdrawals from the person's orders, before the orders lose their customer. */
export const orderedWithdrawalsErasure: ErasureRule = {
  name: "withdrawals of orders",
  erase: (ctx, { storeId, batch }) => {
    const ids = sql.param(batch.map(({ id }) => id));
    const ofPerson = sql`order_id = any(array(
      select id from orders where store_id = ${storeId} and customer_id = any(${ids}::text[])))`;
    return eraseSlice(ctx, { storeId, batch }, ofPerson);
  },
};

/** Blanks the withdrawals with the person's e-mail address, whatever their order. */
export const withdrawalsErasure: ErasureRule = {
  name: "withdrawals",
  erase: async (ctx, { storeId, batch }) => {
    const contacts = contactsOfBatch(batch);
    if (contacts.length === 0) return { isDone: true };
    return eraseSlice(ctx, { storeId, batch }, sql`email_key = any(${sql.param(contacts)}::text[])`);
  },
};

/** What is stated after the request is a new customer's. */
function eraseSlice(
  ctx: Ctx,
  { storeId, batch }: Pick<ErasureSlice, "storeId" | "batch">,
  ofPerson: SQL,
): Promise<Progress> {
  const before = latestRequest(batch);
  return inSlice(ctx, async (tx) => {
    const { rows } = await tx.db.execute<{ id: string }>(sql`
      select id from withdrawals where store_id = ${storeId} and erased_at is null and ${ofPerson}
        and created_at <= ${before.toISOString()}::timestamptz
      limit ${SLICE_WITHDRAWALS}`);
    const ids = rows.map(({ id }) => id);
    await blankWithdrawals(tx, storeId, ids);
    return { isDone: ids.length < SLICE_WITHDRAWALS };
  });
}
