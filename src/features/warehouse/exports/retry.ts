import { and, eq } from "drizzle-orm";
import { type Ctx, inTransaction } from "../../../core/ctx.ts";
import { sendFairly } from "../../../core/jobs/fair.ts";
import { lockCapacity } from "../../../core/jobs/require-capacity.ts";
import { problem } from "../../../lib/problem.ts";
import { asnExports } from "../../../platform/db/tables/asn.ts";
import { exportJob } from "../asn/export-job.ts";
import { EXPORT_CAPACITY, loadExport, ofExport } from "../asn/export-state.ts";
import { noExport } from "./delete.ts";

/**
 * Lets an export that has failed go on after the last part that was written. Throws 404 for an unknown export, 409 for
 * one that has not failed, 429 when the store has too many unfinished exports.
 */
export function retryExport(ctx: Ctx, storeId: string, exportId: string): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const key = { storeId, exportId };
    const row = await loadExport(tx, key);
    if (!row) throw noExport(exportId);
    const { rowCount } = await tx.db
      .update(asnExports)
      .set({ status: "queued" })
      .where(and(ofExport(key), eq(asnExports.status, "failed")));
    if (rowCount === 0) throw problem("export_not_failed", `The export is ${row.status}: it needs no retry.`);
    await lockCapacity(tx, storeId, EXPORT_CAPACITY);
    await sendFairly(tx, exportJob, key);
  });
}
