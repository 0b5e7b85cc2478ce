import { and, eq } from "drizzle-orm";
import { type Ctx, inTransaction } from "../../../core/ctx.ts";
import { sendFairly } from "../../../core/jobs/fair.ts";
import { lockCapacity } from "../../../core/jobs/require-capacity.ts";
import { problem } from "../../../lib/problem.ts";
import { inventoryImports } from "../../../platform/db/tables/inventory-imports.ts";
import { importJob } from "./import-job.ts";
import { IMPORT_CAPACITY, type ImportKey, ofImport, requireImport } from "./state.ts";

/**
 * Lets an import that has failed go on after its last part. Throws 404 for an unknown import, 409 for another status,
 * 429 when the store has too many unfinished imports.
 */
export function resumeImport(ctx: Ctx, key: ImportKey): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const { status } = await requireImport(tx, key);
    const { rowCount } = await tx.db
      .update(inventoryImports)
      .set({ status: "queued", finishedAt: null })
      .where(and(ofImport(key), eq(inventoryImports.status, "failed")));
    if (rowCount === 0) throw problem("import_not_failed", `The import is ${status}: it needs no retry.`);
    await lockCapacity(tx, key.storeId, IMPORT_CAPACITY);
    await sendFairly(tx, importJob, key);
  });
}
