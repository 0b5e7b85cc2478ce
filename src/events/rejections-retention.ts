import { sql } from "drizzle-orm";
import { deleteSlice, type RetentionRule, retentionCutoff } from "../jobs/retention.ts";

/** Removes rejected events when they are no longer listed. */
export const rejectionsRetention: RetentionRule = {
  kind: "eventRejections",
  remove: (ctx, { storeId, retentionSeconds }) =>
    deleteSlice(ctx, sql`event_rejections`, {
      storeId,
      which: sql`received_at < ${retentionCutoff(retentionSeconds)} order by received_at`,
    }),
};
