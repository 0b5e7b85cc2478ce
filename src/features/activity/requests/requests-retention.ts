import { sql } from "drizzle-orm";
import { deleteSlice, type RetentionRule, retentionCutoffId } from "../../../core/jobs/retention.ts";

/** Deletes old requests from the log, by the time in their ids. */
export const requestsRetention: RetentionRule = {
  kind: "requests",
  remove: (ctx, { storeId, retentionSeconds, cursor }) =>
    deleteSlice(ctx, sql`requests`, {
      ...{ storeId, key: [sql`id`], cursor },
      which: sql`id < ${retentionCutoffId(retentionSeconds)}`,
    }),
};
