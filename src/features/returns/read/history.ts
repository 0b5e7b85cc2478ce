import { and, asc, eq } from "drizzle-orm";
import type { Ctx } from "../../../core/ctx.ts";
import { returnHistory } from "../../../platform/db/tables/returns.ts";
import type { HistoryEntry } from "./history-schema.ts";
import { noReturn } from "./load.ts";

/**
 * Returns every status change of a return, oldest first, its creation and the erasure of its person included. Throws 404 for an unknown
 * return.
 */
export async function historyOf(ctx: Ctx, storeId: string, returnId: string): Promise<HistoryEntry[]> {
  const rows = await ctx.db
    .select()
    .from(returnHistory)
    .where(and(eq(returnHistory.storeId, storeId), eq(returnHistory.returnId, returnId)))
    .orderBy(asc(returnHistory.number));
  if (rows.length === 0) throw noReturn(returnId);
  return rows.map(
    ({ from, to, at, by, changedById: byId, requestId, isErasure, statusReason, policyDecision }) => ({
      ...{ from, to, at: at.toISOString(), by, byId, requestId },
      ...(statusReason !== null && { reason: statusReason }),
      ...(policyDecision && { policy: policyDecision as HistoryEntry["policy"] }),
      ...(isErasure && { erased: true }),
    }),
  );
}
