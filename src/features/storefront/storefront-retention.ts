import { sql } from "drizzle-orm";
import { type RetentionRule, retentionCutoff, SLICE_ROWS } from "../../core/jobs/retention.ts";

/**
 * Deletes the content of old storefront events. Keeps their ids, so that a repeated event is still ignored.
 */
export const storefrontRetention: RetentionRule = {
  kind: "storefrontEvents",
  remove: async (ctx, { storeId, retentionSeconds }) => {
    const { rowCount } = await ctx.db.execute(sql`
      update storefront_events set body = null, search_terms = null where store_id = ${storeId} and ctid = any(array(
        select ctid from storefront_events
        where store_id = ${storeId} and body is not null and received_at < ${retentionCutoff(retentionSeconds)}
        order by received_at limit ${SLICE_ROWS} for no key update skip locked))`);
    return { isDone: rowCount !== SLICE_ROWS, removed: rowCount ?? 0 };
  },
};
