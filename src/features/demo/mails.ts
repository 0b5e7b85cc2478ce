import { sql } from "drizzle-orm";
import type { Ctx } from "../../core/ctx.ts";

/** How the mails of a return are shown to have ended; without any they wait for a mail server. */
export type MailEnd = "sent" | "refused";

const ACCEPTED = "250 2.0.0 Ok (sample data)";
const REFUSED = "550 5.1.1 No such user (sample data)";

/**
 * Gives the mails that the demo store's returns have queued the times of what they are about, and ends those of the
 * given returns as their delivery would, which doesn't run for them: no server has seen them.
 */
export async function endMails(ctx: Ctx, storeId: string, ends: ReadonlyMap<string, MailEnd>): Promise<void> {
  const rows = [...ends].map(([returnId, end]) => ({ returnId, isSent: end === "sent" }));
  await ctx.db.execute(sql`
    with ended as (
      select * from json_to_recordset(${JSON.stringify(rows)}::json) as ended("returnId" text, "isSent" boolean)
    ), dated as (
      select mail.id, stream_id, ended.*, coalesce(
        (select min(at) from return_history as change where change.store_id = mail.store_id
          and change.return_id = mail.return_id and change.request_id = mail.request_id),
        (select min(at) from return_history as change where change.store_id = mail.store_id
          and change.return_id = mail.return_id)) as at
      from mails as mail left join ended on ended."returnId" = mail.return_id where mail.store_id = ${storeId}
    ), written as (
      update mails set created_at = dated.at, attempted_at = case when "returnId" is not null then dated.at end,
        finished_at = case when "returnId" is not null then dated.at end,
        state = case when "isSent" then 'sent' when not "isSent" then 'failed' else state end,
        tries = ("returnId" is not null)::int, attempts = ("returnId" is not null)::int,
        error = case when not "isSent" then 'the mail server refused the recipient' end,
        answer = case when "isSent" then ${ACCEPTED} when not "isSent" then ${REFUSED} end
      from dated where mails.store_id = ${storeId} and mails.id = dated.id
    )
    update mail_streams set pending = 0, due_at = null
    from dated where store_id = ${storeId} and mail_streams.id = dated.stream_id and "returnId" is not null`);
}
