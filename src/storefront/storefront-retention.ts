import { sql } from "drizzle-orm";
import { keptSince, type RetentionRule, SLICE_ROWS } from "../jobs/retention.ts";

/** Removes what storefront events say. Their ids stay, so that an event sent again is still stored once. */
export const storefrontRetention: RetentionRule = {
  kind: "storefrontEvents",
  remove: async (ctx, { storeId, keptSeconds }) => {
    const { rowCount } = await ctx.db.execute(sql`
      update storefront_events set body = null where store_id = ${storeId} and ctid = any(array(
        select ctid from storefront_events
        where store_id = ${storeId} and body is not null and received_at < ${keptSince(keptSeconds)}
        order by received_at limit ${SLICE_ROWS} for no key update skip locked))`);
    return { isDone: rowCount !== SLICE_ROWS };
  },
};
