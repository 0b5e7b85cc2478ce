import { sql } from "drizzle-orm";
import { problem } from "../../lib/problem.ts";
import { type Ctx, inTransaction } from "../ctx.ts";
import type { Job } from "../jobs/define-job.ts";
import { sendFairly } from "../jobs/fair.ts";
import { lockCapacity } from "../jobs/require-capacity.ts";
import { capacityOf } from "./capacity.ts";
import { type ImportFiles, type ImportKey, type ImportRow, tablesOf } from "./kind.ts";
import { requireImport } from "./read.ts";

/**
 * Lets an import that has failed go on after its last part. Throws 404 for an unknown import, 409 for another status,
 * 429 when the store has too many unfinished imports.
 */
export function resumeImport(
  ctx: Ctx,
  kind: ImportFiles<ImportRow>,
  job: Job<ImportKey>,
  { storeId, importId }: ImportKey,
): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const { status } = await requireImport(tx, kind, { storeId, importId });
    const { rowCount } = await tx.db.execute(sql`
      update ${tablesOf(kind).files} set status = 'queued', finished_at = null
      where store_id = ${storeId} and id = ${importId} and status = 'failed'`);
    if (rowCount === 0) throw problem("import_not_failed", `The import is ${status}: it needs no retry.`);
    await lockCapacity(tx, storeId, capacityOf(kind));
    await sendFairly(tx, job, { storeId, importId });
  });
}
