import { sql } from "drizzle-orm";
import { type Ctx, inTransaction } from "../../core/ctx.ts";
import { problem } from "../../lib/problem.ts";
import { NOW } from "../../platform/db/now.ts";
import { mailNotFound, readMail } from "./list.ts";
import { MAILS } from "./queue.ts";
import type { Mail } from "./schema.ts";

/**
 * Sends a mail now, whether it waits, has failed or was sent: with all attempts before it, and with the same
 * `Message-ID`. Throws 404 for an unknown mail, 409 for one whose words are gone.
 */
export async function sendAgain(ctx: Ctx, storeId: string, mailId: string): Promise<Mail> {
  await inTransaction(ctx, async (tx) => {
    // The stream is locked before its mail, as when one is queued.
    const { rows } = await tx.db.execute<{ streamId: string }>(sql`
      select stream.id as "streamId"
      from mails as mail join mail_streams as stream on stream.store_id = mail.store_id and stream.id = mail.stream_id
      where mail.store_id = ${storeId} and mail.id = ${mailId} for no key update of stream`);
    const [found] = rows;
    if (!found) throw mailNotFound(mailId);
    await requireWords(tx, storeId, mailId);
    await tx.db.execute(sql`
      with mail as (select state from mails where store_id = ${storeId} and id = ${mailId}), again as (
        update mails set state = 'waiting', tries = 0, finished_at = null
        where store_id = ${storeId} and id = ${mailId}
      )
      update mail_streams set pending = pending + (mail.state <> 'waiting')::int, due_at = ${sql.raw(NOW)}
      from mail where store_id = ${storeId} and id = ${found.streamId}`);
    await tx.jobs.send(MAILS, { storeId });
  });
  return readMail(ctx, storeId, mailId);
}

/**
 * Locks a mail whose stream is locked. A statement of its own: one that has waited for the stream's lock reads the mail as
 * it was before, when an erasure may have blanked it meanwhile. Retention removes mails without the stream's lock.
 */
async function requireWords(tx: Ctx, storeId: string, mailId: string): Promise<void> {
  const { rows } = await tx.db.execute<{ isGone: boolean }>(sql`
    select words is null or kind in ('invitation', 'sign_in_link') and secret_link is null as "isGone"
    from mails where store_id = ${storeId} and id = ${mailId} for no key update`);
  const [mail] = rows;
  if (!mail) throw mailNotFound(mailId);
  if (mail.isGone) {
    throw problem(
      "mail_is_gone",
      "What the mail said is gone: its person was erased, or its link was used up.",
    );
  }
}
