import { and, eq, sql } from "drizzle-orm";
import type { Ctx } from "../../../core/ctx.ts";
import { returnHistory, returns } from "../../../platform/db/tables/returns.ts";
import type { ReturnTransitions } from "../read/history-schema.ts";
import { noReturn } from "../read/load.ts";
import { TRANSITIONS } from "../status.ts";
import { MAX_STATUSES } from "./change.ts";

/** Returns a return's status and the statuses that it can change to. Throws 404 for an unknown return. */
export async function transitionsOf(ctx: Ctx, storeId: string, returnId: string): Promise<ReturnTransitions> {
  const [row] = await ctx.db
    .select({
      status: returns.status,
      isFull: sql<boolean>`exists (
        select from ${returnHistory} where store_id = ${storeId} and return_id = ${returnId} offset ${MAX_STATUSES - 1})`,
    })
    .from(returns)
    .where(and(eq(returns.storeId, storeId), eq(returns.id, returnId)));
  if (!row) throw noReturn(returnId);
  const { status, isFull } = row;
  return { status, allowed: isFull ? [] : [...TRANSITIONS[status]] };
}
