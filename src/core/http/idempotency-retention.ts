import { sql } from "drizzle-orm";
import { deletionByTime } from "../jobs/retention.ts";

/** Deletes expired idempotency keys; after that a request with the same key is a new request. */
export const idempotencyRetention = deletionByTime("idempotencyKeys", sql`idempotency_keys`, sql`created_at`);
