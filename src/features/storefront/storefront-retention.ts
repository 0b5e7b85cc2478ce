import { sql } from "drizzle-orm";
import {
  cursorOf,
  isNotBefore,
  type RetentionRule,
  retentionCutoff,
  SLICE_ROWS,
} from "../../core/jobs/retention.ts";

/**
 * Deletes the content of old storefront events. Keeps their ids, so that a repeated event is still ignored.
 */
export const storefrontRetention: RetentionRule = {
  kind: "storefrontEvents",
  remove: async (ctx, { storeId, retentionSeconds, cursor }) => {
    const { rows } = await ctx.db.execute<{ at: string }>(sql`
      with blanked as (
        update storefront_events set body = null, search_terms = null where store_id = ${storeId} and ctid = any(array(
          select ctid from storefront_events
          where store_id = ${storeId} and body is not null and received_at < ${retentionCutoff(retentionSeconds)}
            and ${isNotBefore([sql`received_at`], cursor)}
          order by received_at limit ${SLICE_ROWS} for no key update skip locked))
        returning received_at
      )
      select received_at::text as at from blanked order by received_at`);
    const last = rows.at(-1);
    const reached = last && cursorOf([last.at]);
    return { isDone: rows.length < SLICE_ROWS, removed: rows.length, cursor: reached };
  },
};
