import { sql } from "drizzle-orm";
import { type RetentionRule, retentionCutoff, SLICE_ROWS } from "../../core/jobs/retention.ts";

type Passed = { passed: number; removed: number; level: string; at: string };

/**
 * Deletes old changes of levels. It passes over all of them, in the order of the key: there is no index by time.
 * Skips rows that are locked.
 */
export const historyRetention: RetentionRule = {
  kind: "levelHistory",
  remove: async (ctx, { storeId, retentionSeconds, cursor }) => {
    const [level, at]: [string, string] = cursor ? JSON.parse(cursor) : ["", "-infinity"];
    const { rows } = await ctx.db.execute<Passed>(sql`
      with passed as materialized (
        select ctid as place, level_id, at from inventory_level_history
        where store_id = ${storeId} and (level_id, at) > (${level}, ${at}::timestamptz)
        order by level_id, at limit ${SLICE_ROWS}
      ),
      removed as (
        delete from inventory_level_history where store_id = ${storeId} and ctid = any(array(
          select ctid from inventory_level_history where store_id = ${storeId} and ctid = any(array(
            select place from passed where at < ${retentionCutoff(retentionSeconds)}
          )) for update skip locked)) returning 1
      )
      select count(*) over ()::int as passed, (select count(*)::int from removed) as removed, level_id as level, at::text
      from passed order by level_id desc, passed.at desc limit 1`);
    const [last] = rows;
    if (!last) return { isDone: true };
    const { passed, removed } = last;
    if (passed < SLICE_ROWS) return { isDone: true, removed };
    return { isDone: false, cursor: JSON.stringify([last.level, last.at]), removed };
  },
};
