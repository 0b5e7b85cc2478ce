import { and, eq } from "drizzle-orm";
import { type Ctx, inTransaction } from "../../../core/ctx.ts";
import { problem } from "../../../lib/problem.ts";
import { asnExportParts, asnExports } from "../../../platform/db/tables/asn.ts";
import { ofExport } from "../asn/export-state.ts";

/**
 * Deletes an export and its file; a worker that is writing it stops at its next part. Throws 404 for an unknown
 * export.
 */
export function deleteExport(ctx: Ctx, storeId: string, exportId: string): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const ofStore = ofExport({ storeId, exportId });
    // Locked first, so that no part is added meanwhile.
    const [row] = await tx.db.select({ id: asnExports.id }).from(asnExports).where(ofStore).for("update");
    if (!row) throw noExport(exportId);
    await tx.db
      .delete(asnExportParts)
      .where(and(eq(asnExportParts.storeId, storeId), eq(asnExportParts.exportId, exportId)));
    await tx.db.delete(asnExports).where(ofStore);
  });
}

/** Returns the 404 of an unknown or expired export. */
export function noExport(exportId: string) {
  return problem("export_not_found", `The store has no export ${exportId}.`);
}
