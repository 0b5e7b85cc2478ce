import { sql } from "drizzle-orm";
import { deleteSlice, keptSince, type RetentionRule } from "../jobs/retention.ts";

/** Removes kept answers; from then on a request under their key is a new one. */
export const idempotencyRetention: RetentionRule = {
  kind: "idempotencyKeys",
  remove: (ctx, { storeId, keptSeconds }) =>
    deleteSlice(ctx, sql`idempotency_keys`, {
      storeId,
      which: sql`created_at < ${keptSince(keptSeconds)} order by created_at`,
    }),
};
