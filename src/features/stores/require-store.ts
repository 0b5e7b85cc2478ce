import { and, eq, isNull } from "drizzle-orm";
import type { Ctx } from "../../core/ctx.ts";
import { problem } from "../../lib/problem.ts";
import { stores } from "../../platform/db/tables/stores.ts";

/** Throws 404 for an unknown store. */
export async function requireStore(ctx: Ctx, storeId: string): Promise<void> {
  const [row] = await ctx.db
    .select({ storeId: stores.storeId })
    .from(stores)
    .where(and(eq(stores.storeId, storeId), isNull(stores.removedAt)));
  if (!row) throw problem("store_not_found", `There is no store ${storeId}.`);
}
