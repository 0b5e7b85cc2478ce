import { sql } from "drizzle-orm";
import {
  deleteSlice,
  deletionByTime,
  type RetentionRule,
  retentionCutoff,
  retentionCutoffId,
} from "../../core/jobs/retention.ts";

/**
 * Removes custom events by the time they were received. Their unique ids stay, so an old event that is sent
 * again is still a duplicate. Ids begin with their creation time in milliseconds, so the primary key finds
 * the oldest.
 */
export const eventsRetention: RetentionRule = {
  kind: "events",
  remove: (ctx, { storeId, retentionSeconds, cursor }) => {
    const since = retentionCutoff(retentionSeconds);
    return deleteSlice(ctx, sql`events`, {
      ...{ storeId, key: [sql`id`], cursor },
      which: sql`id < ${retentionCutoffId(retentionSeconds)} and received_at < ${since}`,
    });
  },
};

/** Removes rejected events when they are no longer listed. */
export const rejectionsRetention = deletionByTime("eventRejections", sql`event_rejections`, sql`received_at`);
