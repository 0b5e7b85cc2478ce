import { and, eq, inArray, sql } from "drizzle-orm";
import type { Ctx } from "../../../core/ctx.ts";
import { returnHistory } from "../../../platform/db/tables/returns.ts";
import { loadReturns } from "../../returns/read/load.ts";
import type { WarehouseRecord } from "./common-view.ts";
import { type Reader, statusPages } from "./status-page.ts";

/** Loads returns with the data of the warehouse views, in the order of `ids`. */
export async function loadForWarehouse(ctx: Ctx, reader: Reader, ids: string[]): Promise<WarehouseRecord[]> {
  const { storeId } = reader;
  const [records, pageOf] = await Promise.all([
    loadReturns(ctx, storeId, ids),
    statusPages(ctx, reader, ids),
  ]);
  const complete = records.filter(({ row }) => row.status === "complete").map(({ row }) => row.id);
  const completedAt = await completions(ctx, storeId, complete);
  return records.map((record) => {
    const { id } = record.row;
    return { ...record, completedAt: completedAt.get(id) ?? null, statusPage: pageOf(id) };
  });
}

async function completions(ctx: Ctx, storeId: string, ids: string[]): Promise<Map<string, Date>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx.db
    .select({ returnId: returnHistory.returnId, at: returnHistory.at })
    .from(returnHistory)
    .where(
      and(
        eq(returnHistory.storeId, storeId),
        inArray(returnHistory.returnId, ids),
        eq(returnHistory.to, "complete"),
        eq(returnHistory.isErasure, false),
      ),
    )
    .orderBy(sql`${returnHistory.number}`);
  return new Map(rows.map(({ returnId, at }) => [returnId, at]));
}
