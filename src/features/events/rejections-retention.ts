import { sql } from "drizzle-orm";
import { deletionByTime } from "../../core/jobs/retention.ts";

/** Removes rejected events when they are no longer listed. */
export const rejectionsRetention = deletionByTime("eventRejections", sql`event_rejections`, sql`received_at`);
