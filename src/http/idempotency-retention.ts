import { sql } from "drizzle-orm";
import { deleteSlice, keptSince, type RetentionRule } from "../jobs/retention.ts";

/** Deletes expired idempotency keys; after that a request with the same key is a new request. */
export const idempotencyRetention: RetentionRule = {
  kind: "idempotencyKeys",
  remove: (ctx, { storeId, keptSeconds }) =>
    deleteSlice(ctx, sql`idempotency_keys`, {
      storeId,
      which: sql`created_at < ${keptSince(keptSeconds)} order by created_at`,
    }),
};
