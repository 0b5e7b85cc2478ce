import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "../ctx.ts";
import { defineJob } from "../jobs/define-job.ts";
import { isThere } from "./find.ts";

export type PurgedWebhook = { storeId: string; webhookId: string };

/** So many rows at once that nobody waits for the statement. */
const SLICE = 5_000;

/** Removes what a deleted webhook has left. */
export const purgeWebhookJob = defineJob<PurgedWebhook>({
  name: "webhooks.purge",
  queue: { retryLimit: 1_000_000, retryDelay: 60, expireInSeconds: 3_600, deleteAfterSeconds: 3_600 },
  work: { pollingIntervalSeconds: 30 },
  isLong: true,
  handle: async (ctx, deleted) => {
    for (const { storeId, webhookId } of deleted) {
      if (await isThere(ctx, storeId, webhookId)) continue;
      const ofWebhook = sql`store_id = ${storeId} and webhook_id = ${webhookId}`;
      for (const table of [sql`webhook_attempts`, sql`webhook_events`, sql`webhook_subjects`]) {
        let purged = SLICE;
        while (purged === SLICE) purged = await purgeSlice(ctx, table, ofWebhook);
      }
      await ctx.db.execute(sql`delete from webhooks where store_id = ${storeId} and id = ${webhookId}`);
    }
  },
});

/** The rows are named by their places: nobody writes them any more. */
async function purgeSlice(ctx: Ctx, table: SQL, ofWebhook: SQL): Promise<number> {
  const { rowCount } = await ctx.db.execute(
    sql`delete from ${table} where ctid = any(array(select ctid from ${table} where ${ofWebhook} limit ${SLICE}))`,
  );
  return rowCount ?? 0;
}
