import { createLimiter } from "../../lib/limiter.ts";
import type { Ctx } from "../ctx.ts";
import type { AttemptOfLease, RecordResult } from "./record-attempts.ts";

const WAIT_MS = 60_000;

/**
 * Returns a function that records attempts each in a transaction of its own. Many at once would take the connections of
 * requests. One that can't be recorded keeps no other from being: its result is the error.
 */
export function createRecordEach<Event>(
  record: (ctx: Ctx, attempt: AttemptOfLease<Event>) => Promise<RecordResult<Event>>,
): (ctx: Ctx, attempts: AttemptOfLease<Event>[]) => Promise<RecordResult<Event>[]> {
  const limiter = createLimiter({ total: 4, perOwner: 2, waitMs: WAIT_MS });
  return (ctx, attempts) =>
    Promise.all(
      attempts.map(async (attempt) => {
        const release = await limiter.take(attempt.lease.storeId);
        if (!release) return "busy";
        try {
          return await record(ctx, attempt);
        } catch (error) {
          return { error };
        } finally {
          release();
        }
      }),
    );
}
