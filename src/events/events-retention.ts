import { sql } from "drizzle-orm";
import { deleteSlice, keptSince, type RetentionRule } from "../jobs/retention.ts";

/**
 * Removes custom events by when they were received. Their unique ids stay: an event sent again is still not a new one. Ids begin
 * with the milliseconds of their making, so that the key leads to the oldest.
 */
export const eventsRetention: RetentionRule = {
  kind: "events",
  remove: (ctx, { storeId, keptSeconds }) => {
    const since = keptSince(keptSeconds);
    const oldestKept = sql`rpad(lpad(to_hex((extract(epoch from ${since}) * 1000)::bigint), 12, '0'), 32, '0')::uuid`;
    return deleteSlice(ctx, sql`events`, {
      storeId,
      which: sql`id < ${oldestKept} and received_at < ${since} order by id`,
    });
  },
};
