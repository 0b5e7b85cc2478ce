import { and, eq, inArray } from "drizzle-orm";
import type { Ctx } from "../../core/ctx.ts";
import { problem } from "../../lib/problem.ts";
import { withdrawals } from "../../platform/db/tables/withdrawals.ts";
import type { Withdrawal } from "./schema.ts";
import { type WithdrawalRow, withdrawalView } from "./view.ts";

/** Returns a withdrawal. Throws 404 for an unknown one. */
export async function readRow(ctx: Ctx, storeId: string, id: string): Promise<WithdrawalRow> {
  const [row] = await ctx.db
    .select()
    .from(withdrawals)
    .where(and(eq(withdrawals.storeId, storeId), eq(withdrawals.id, id)));
  if (!row) throw problem("withdrawal_not_found", `The store has no withdrawal ${id}.`);
  return row;
}

/** Returns the withdrawal whose receipt has this address; undefined for none. */
export async function findReceipt(
  ctx: Ctx,
  storeId: string,
  token: string,
): Promise<WithdrawalRow | undefined> {
  const [row] = await ctx.db
    .select()
    .from(withdrawals)
    .where(and(eq(withdrawals.storeId, storeId), eq(withdrawals.receiptToken, token)));
  return row;
}

/** Returns the views of withdrawals, by id. */
export async function loadWithdrawals(
  ctx: Ctx,
  { storeId, origin }: { storeId: string; origin: string },
  ids: string[],
): Promise<Map<string, Withdrawal>> {
  const rows = await ctx.db
    .select()
    .from(withdrawals)
    .where(and(eq(withdrawals.storeId, storeId), inArray(withdrawals.id, ids)));
  return new Map(rows.map((row) => [row.id, withdrawalView(row, origin)]));
}
