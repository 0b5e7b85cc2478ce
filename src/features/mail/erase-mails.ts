import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "../../core/ctx.ts";
import { inSlice } from "../../core/jobs/in-slice.ts";
import { blankedId, contactsOfBatch, requestOf } from "../../core/persons/erased-persons.ts";
import type { ErasureRule } from "../../core/persons/erasure.ts";
import { NOW } from "../../platform/db/now.ts";

const SLICE_MAILS = 200;

/** Blanks mails to a person, and mails about the person's returns; those that wait aren't sent any more. */
export const mailsErasure: ErasureRule = {
  name: "mails",
  erase: async (ctx, { storeId, batch }) => {
    const ids = batch.map(({ id }) => id);
    const labels = sql`${sql.param([...ids, ...ids.map(blankedId)])}::text[]`;
    const contacts = sql`${sql.param(contactsOfBatch(batch))}::text[]`;
    const request = requestOf(
      { storeId, batch },
      sql`person -> 'identifiers' ? (select stream_key from mail_streams as stream
        where stream.store_id = ${storeId} and stream.id = mails.stream_id)`,
    );
    const which = sql`(return_id = any(array(
        select id from returns where store_id = ${storeId} and customer_id = any(${labels})))
      or created_at <= ${request} and stream_id = any(array(
        select id from mail_streams where store_id = ${storeId} and stream_key = any(${contacts}))))`;
    const blanked = await inSlice(ctx, (tx) => blankMails(tx, storeId, which));
    return { isDone: blanked < SLICE_MAILS };
  },
};

/** Blanks mails about a withdrawal, at most so many; returns how many. In the caller's transaction. */
export function blankMailsOfWithdrawal(tx: Ctx, storeId: string, withdrawalId: string): Promise<number> {
  return blankMails(tx, storeId, sql`withdrawal_id = ${withdrawalId}`);
}

/**
 * Blanks a slice of the mails that `which` names and that aren't blank. Streams are locked before their mails, as when a
 * mail is queued. A stream keeps its address while it has mails that aren't blank.
 */
async function blankMails(tx: Ctx, storeId: string, which: SQL): Promise<number> {
  const found = await tx.db.execute<{ id: string; streamId: string }>(sql`
    select id, stream_id as "streamId" from mails
    where store_id = ${storeId} and recipient <> '' and ${which} order by id limit ${SLICE_MAILS}`);
  if (found.rows.length === 0) return 0;
  const ids = sql`${sql.param(found.rows.map(({ id }) => id))}::text[]`;
  const streams = sql`${sql.param([...new Set(found.rows.map(({ streamId }) => streamId))])}::text[]`;
  await tx.db.execute(sql`
    select from mail_streams where store_id = ${storeId} and id = any(${streams}) order by id for no key update`);
  await tx.db.execute(sql`
    with blanked as (
      update mails as mail set recipient = '', words = null, secret_link = null, error = null, answer = null,
        state = case when mail.state = 'waiting' then 'failed' else mail.state end,
        finished_at = coalesce(mail.finished_at, ${sql.raw(NOW)})
      from (select id, state from mails where store_id = ${storeId} and id = any(${ids})) as before
      where mail.store_id = ${storeId} and mail.id = before.id
      returning mail.stream_id, before.state as was
    ), counted as (
      select stream_id, count(*) filter (where was = 'waiting')::int as ended from blanked group by stream_id
    )
    update mail_streams as stream set pending = pending - ended,
      due_at = case when pending > ended then due_at end
    from counted where stream.store_id = ${storeId} and stream.id = counted.stream_id`);
  await blankEvents(tx, storeId, ids);
  await tx.db.execute(sql`
    update mail_streams as stream set stream_key = stream.id
    where store_id = ${storeId} and id = any(${streams}) and not exists (select from mails as mail
      where mail.store_id = ${storeId} and mail.stream_id = stream.id and recipient <> '')`);
  return found.rows.length;
}

const BLANK = JSON.stringify({ to: "", subject: null, text: null, error: null, answer: null });

/** Blanks mails in the payloads of the store's webhooks, and removes what the receivers have responded. */
async function blankEvents(tx: Ctx, storeId: string, ids: SQL): Promise<void> {
  await tx.db.execute(sql`
    update webhook_streams set is_erased = true where store_id = ${storeId} and return_id = any(${ids})
      and webhook_id = any(array(select id from webhooks where store_id = ${storeId} and topic = 'mail'))`);
  await tx.db.execute(sql`
    update webhook_attempts set answer = null where store_id = ${storeId} and return_id = any(${ids})
      and webhook_id = any(array(select id from webhooks where store_id = ${storeId} and topic = 'mail'))`);
  await tx.db.execute(sql`
    update webhook_payloads set is_erased = true,
      body = (body::jsonb || jsonb_build_object('mail', (body::jsonb -> 'mail') || ${BLANK}::jsonb))::text
    where store_id = ${storeId} and return_id = any(${ids}) and not is_erased`);
}
