import { sql } from "drizzle-orm";
import { type RetentionRule, retentionCutoff, SLICE_ROWS } from "../jobs/retention.ts";

/**
 * Removes the oldest changes of a feed, in the order of their numbers, and records the highest number removed:
 * a reader that asks for earlier ones gets 410.
 */
export const changesRetention: RetentionRule = {
  kind: "changes",
  remove: async (ctx, { storeId, retentionSeconds, cursor = "0" }) => {
    const { rows } = await ctx.db.execute<{ count: string; last: string }>(sql`
      with oldest as materialized (
        select sequence, at from changes where store_id = ${storeId} and sequence > ${cursor}::bigint
        order by sequence limit ${SLICE_ROWS} for update skip locked
      ),
      first_kept as (select min(sequence) as sequence from oldest where at >= ${retentionCutoff(retentionSeconds)}),
      removed as (
        delete from changes where store_id = ${storeId} and sequence = any(array(
          select oldest.sequence from oldest, first_kept
          where first_kept.sequence is null or oldest.sequence < first_kept.sequence
        ))
        returning sequence
      )
      update change_feeds set removed = greatest(removed, last_removed)
      from (select max(sequence) as last_removed, count(*) as count from removed) as counted
      where store_id = ${storeId} and count > 0 returning count, last_removed as last`);
    const removed = Number(rows[0]?.count ?? 0);
    return { isDone: removed < SLICE_ROWS, removed, cursor: rows[0]?.last };
  },
};
