import { and, eq } from "drizzle-orm";
import { type Ctx, inTransaction } from "../../ctx.ts";
import { asnExportParts, asnExports } from "../../db/tables/asn.ts";
import type { StoreJobData } from "../../jobs/fair.ts";
import { isKept } from "../../jobs/retention.ts";
import type { AsnMark } from "./items.ts";

export type ExportRow = typeof asnExports.$inferSelect;
export type ExportKey = StoreJobData & { exportId: string };

/** An export's row; undefined when there is none, or when it is no longer kept. */
export async function loadExport(ctx: Ctx, { storeId, exportId }: ExportKey): Promise<ExportRow | undefined> {
  const [row] = await ctx.db
    .select()
    .from(asnExports)
    .where(
      and(
        eq(asnExports.storeId, storeId),
        eq(asnExports.id, exportId),
        isKept(asnExports.createdAt, ctx.config.retention.asnExports),
      ),
    );
  return row;
}

/**
 * Adds the next part with the progress that it is; false when another worker was faster, or the export is
 * gone.
 */
export function addPart(
  ctx: Ctx,
  row: ExportRow,
  part: { text: string; rows: number; mark: AsnMark | null },
): Promise<boolean> {
  return inTransaction(ctx, async (tx) => {
    const isOurs = await advance(tx, row, {
      parts: row.parts + 1,
      rowsDone: row.rowsDone + part.rows,
      mark: part.mark,
    });
    if (!isOurs) return false;
    const content = new TextEncoder().encode(part.text);
    await tx.db
      .insert(asnExportParts)
      .values({ storeId: row.storeId, exportId: row.id, number: row.parts, content });
    return true;
  });
}

/** Changes an export that is as `row` has it; false when it no longer is. */
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
      ),
    );
  return rowCount === 1;
}
