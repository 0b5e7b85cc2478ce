import { sql } from "drizzle-orm";
import { inTransaction } from "../../core/ctx.ts";
import {
  cursorOf,
  isNotBefore,
  type RetentionRule,
  retentionCutoff,
  SLICE_ROWS,
} from "../../core/jobs/retention.ts";

/** Removes mails that were sent or failed, and the streams that are left without one. Mails that wait are kept. */
export const mailsRetention: RetentionRule = {
  kind: "mails",
  remove: (ctx, { storeId, retentionSeconds, cursor }) =>
    inTransaction(ctx, async (tx) => {
      const { rows } = await tx.db.execute<{ streamId: string; at: string }>(sql`
        with removed as (
          delete from mails where store_id = ${storeId} and ctid = any(array(
            select ctid from mails where store_id = ${storeId} and finished_at < ${retentionCutoff(retentionSeconds)}
              and ${isNotBefore([sql`finished_at`], cursor)}
            order by finished_at limit ${SLICE_ROWS} for update skip locked))
          returning stream_id, finished_at
        )
        select stream_id as "streamId", finished_at::text as at from removed order by finished_at`);
      const streams = [...new Set(rows.map(({ streamId }) => streamId))];
      // A mail that is queued meanwhile has locked its stream.
      await tx.db.execute(sql`
        delete from mail_streams where store_id = ${storeId} and id = any(array(
          select id from mail_streams as stream where store_id = ${storeId} and id = any(${sql.param(streams)}::text[])
            and pending = 0 and not exists (select from mails as mail
              where mail.store_id = stream.store_id and mail.stream_id = stream.id)
          for update skip locked))`);
      const last = rows.at(-1);
      const reached = last && cursorOf([last.at]);
      return { isDone: rows.length < SLICE_ROWS, removed: rows.length, cursor: reached };
    }),
};
