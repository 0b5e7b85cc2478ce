import { and, eq, inArray, lt } from "drizzle-orm";
import type { Ctx } from "../ctx.ts";
import { eventRejections } from "../db/tables/events.ts";
import { stores } from "../db/tables/stores.ts";
import { defineJob } from "../jobs/define-job.ts";
import { KEPT_MS } from "./rejections.ts";

/** So many rows at once that nobody waits for the statement. */
const SLICE = 1_000;

/** Removes the rejections that are no longer listed, once a day. */
export const purgeRejectionsJob = defineJob<object>({
  name: "events.purge-rejections",
  queue: { policy: "short", retryLimit: 5, retryDelay: 60, deleteAfterSeconds: 3_600 },
  work: { pollingIntervalSeconds: 60 },
  cron: "17 3 * * *",
  isLong: true,
  handle: async (ctx) => {
    const before = new Date(ctx.now().getTime() - KEPT_MS);
    for (const { storeId } of await ctx.db.select({ storeId: stores.storeId }).from(stores)) {
      let purged = SLICE;
      while (purged === SLICE) purged = await purgeSlice(ctx, storeId, before);
    }
  },
});

async function purgeSlice(ctx: Ctx, storeId: string, before: Date): Promise<number> {
  const { rowCount } = await ctx.db.delete(eventRejections).where(
    and(
      eq(eventRejections.storeId, storeId),
      inArray(
        eventRejections.number,
        ctx.db
          .select({ number: eventRejections.number })
          .from(eventRejections)
          .where(and(eq(eventRejections.storeId, storeId), lt(eventRejections.receivedAt, before)))
          .orderBy(eventRejections.receivedAt)
          .limit(SLICE),
      ),
    ),
  );
  return rowCount ?? 0;
}
