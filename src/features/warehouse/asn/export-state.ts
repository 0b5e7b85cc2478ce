import { and, eq, sql } from "drizzle-orm";
import { type Ctx, inTransaction } from "../../../core/ctx.ts";
import type { StoreJobData } from "../../../core/jobs/fair.ts";
import type { Capacity } from "../../../core/jobs/require-capacity.ts";
import { isRetained } from "../../../core/jobs/retention.ts";
import { type AsnMark, asnExportParts, asnExports } from "../../../platform/db/tables/asn.ts";

export type ExportRow = typeof asnExports.$inferSelect;
export type ExportKey = StoreJobData & { exportId: string };

const MAX_UNFINISHED = 50;

export const EXPORT_CAPACITY: Capacity = {
  table: "asn_exports",
  max: MAX_UNFINISHED,
  detail: `${MAX_UNFINISHED} exports of the store are being written; try again when one is ready.`,
};

/** Returns an export's row; undefined for an unknown or expired export. */
export async function loadExport(ctx: Ctx, { storeId, exportId }: ExportKey): Promise<ExportRow | undefined> {
  const [row] = await ctx.db
    .select()
    .from(asnExports)
    .where(
      and(ofExport({ storeId, exportId }), isRetained(asnExports.createdAt, ctx.config.retention.asnExports)),
    );
  return row;
}

export function ofExport({ storeId, exportId }: ExportKey) {
  return and(eq(asnExports.storeId, storeId), eq(asnExports.id, exportId));
}

/**
 * Inserts the next part and updates the progress. Returns false if another worker changed the export or it
 * was deleted.
 */
export function addPart(
  ctx: Ctx,
  row: ExportRow,
  part: { text: string; rows: number; mark: AsnMark | null },
): Promise<boolean> {
  return inTransaction(ctx, async (tx) => {
    const isUpdated = await advance(tx, row, {
      parts: row.parts + 1,
      rowsDone: row.rowsDone + part.rows,
      mark: part.mark,
    });
    if (!isUpdated) return false;
    const content = new TextEncoder().encode(part.text);
    await tx.db.insert(asnExportParts).values({
      ...{ storeId: row.storeId, exportId: row.id, number: row.parts, content },
      oldest: part.mark && sql`${part.mark.createdAt}::timestamptz`,
    });
    return true;
  });
}

/** Updates an export if it still has the status, parts and revision of `row`. Returns whether it did. */
export async function advance(ctx: Ctx, row: ExportRow, change: Partial<ExportRow>): Promise<boolean> {
  const { rowCount } = await ctx.db
    .update(asnExports)
    .set(change)
    .where(
      and(
        eq(asnExports.storeId, row.storeId),
        eq(asnExports.id, row.id),
        eq(asnExports.status, row.status),
        eq(asnExports.parts, row.parts),
        eq(asnExports.revision, row.revision),
      ),
    );
  return rowCount === 1;
}
