import { sql } from "drizzle-orm";
import { deleteSlice, keptSince, type RetentionRule } from "../jobs/retention.ts";

/** Removes rejected events when they are no longer listed. */
export const rejectionsRetention: RetentionRule = {
  kind: "eventRejections",
  remove: (ctx, { storeId, keptSeconds }) =>
    deleteSlice(ctx, sql`event_rejections`, {
      storeId,
      which: sql`received_at < ${keptSince(keptSeconds)} order by received_at`,
    }),
};
