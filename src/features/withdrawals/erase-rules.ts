import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "../../core/ctx.ts";
import { inSlice } from "../../core/jobs/in-slice.ts";
import type { Progress } from "../../core/jobs/retention.ts";
import { contactsOfBatch, requestOf } from "../../core/persons/erased-persons.ts";
import type { ErasureRule } from "../../core/persons/erasure.ts";
import { blankWithdrawals } from "./erase.ts";

const SLICE_WITHDRAWALS = 50;

/** Blanks the withdrawals from the person's orders, before the orders lose their customer. */
export const orderedWithdrawalsErasure: ErasureRule = {
  name: "withdrawals of orders",
  erase: (ctx, { storeId, batch }) => {
    const ids = sql.param(batch.map(({ id }) => id));
    const ofPerson = sql`order_id = any(array(
        select id from orders where store_id = ${storeId} and customer_id = any(${ids}::text[])))
      and created_at <= ${requestOf(
        { storeId, batch },
        sql`erasures.id = (select customer_id from orders
        where orders.store_id = ${storeId} and orders.id = withdrawals.order_id)`,
      )}`;
    return eraseSlice(ctx, storeId, ofPerson);
  },
};

/** Blanks the withdrawals with the person's e-mail address, whatever their order. */
export const withdrawalsErasure: ErasureRule = {
  name: "withdrawals",
  erase: async (ctx, { storeId, batch }) => {
    const contacts = contactsOfBatch(batch);
    if (contacts.length === 0) return { isDone: true };
    const ofPerson = sql`email_key = any(${sql.param(contacts)}::text[])
      and created_at <= ${requestOf({ storeId, batch }, sql`person -> 'identifiers' ? email_key`)}`;
    return eraseSlice(ctx, storeId, ofPerson);
  },
};

function eraseSlice(ctx: Ctx, storeId: string, ofPerson: SQL): Promise<Progress> {
  return inSlice(ctx, async (tx) => {
    const { rows } = await tx.db.execute<{ id: string }>(sql`
      select id from withdrawals where store_id = ${storeId} and erased_at is null and ${ofPerson}
      limit ${SLICE_WITHDRAWALS}`);
    const ids = rows.map(({ id }) => id);
    await blankWithdrawals(tx, storeId, ids);
    return { isDone: ids.length < SLICE_WITHDRAWALS };
  });
}
