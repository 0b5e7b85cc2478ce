import { and, eq, lt } from "drizzle-orm";
import { type Ctx, inTransaction } from "../../ctx.ts";
import { asnExportParts, asnExports } from "../../db/tables/asn.ts";
import { stores } from "../../db/tables/stores.ts";
import { defineJob } from "../../jobs/define-job.ts";

/** How long an export can be fetched. */
const KEPT_MS = 7 * 24 * 3600 * 1000;

/** Removes exports with their files when they are a week old, once a day. */
export const purgeExportsJob = defineJob<object>({
  name: "asn.purge-exports",
  queue: { policy: "short", retryLimit: 5, retryDelay: 60, deleteAfterSeconds: 3_600 },
  work: { pollingIntervalSeconds: 60 },
  cron: "37 3 * * *",
  isLong: true,
  handle: async (ctx) => {
    const before = new Date(ctx.now().getTime() - KEPT_MS);
    for (const { storeId } of await ctx.db.select({ storeId: stores.storeId }).from(stores)) {
      const old = await ctx.db
        .select({ id: asnExports.id })
        .from(asnExports)
        .where(and(eq(asnExports.storeId, storeId), lt(asnExports.createdAt, before)));
      for (const { id } of old) await remove(ctx, storeId, id);
    }
  },
});

/** Whole or not at all: nobody sees an export whose file is half gone. The export's row is held first, against its writer. */
function remove(ctx: Ctx, storeId: string, exportId: string): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const own = and(eq(asnExports.storeId, storeId), eq(asnExports.id, exportId));
    await tx.db.select({ id: asnExports.id }).from(asnExports).where(own).for("update");
    await tx.db
      .delete(asnExportParts)
      .where(and(eq(asnExportParts.storeId, storeId), eq(asnExportParts.exportId, exportId)));
    await tx.db.delete(asnExports).where(own);
  });
}
