import { sql } from "drizzle-orm";
import { deleteSlice, type RetentionRule, retentionCutoff } from "../jobs/retention.ts";

/** Deletes expired idempotency keys; after that a request with the same key is a new request. */
export const idempotencyRetention: RetentionRule = {
  kind: "idempotencyKeys",
  remove: (ctx, { storeId, retentionSeconds }) =>
    deleteSlice(ctx, sql`idempotency_keys`, {
      storeId,
      which: sql`created_at < ${retentionCutoff(retentionSeconds)} order by created_at`,
    }),
};
