import { eq, sql } from "drizzle-orm";
import type { Ctx } from "../ctx.ts";
import { inventoryClocks } from "../db/tables/inventory.ts";

/** When the store's stock last changed, as far as it is committed: whatever will be is stamped later. */
export async function lastChange(ctx: Ctx, storeId: string): Promise<Date> {
  const [clock] = await ctx.db
    .select({ at: inventoryClocks.at })
    .from(inventoryClocks)
    .where(eq(inventoryClocks.storeId, storeId));
  return clock?.at ?? new Date(0);
}

/**
 * The time of the change that the caller's transaction makes: later than every one before, even when the
 * clock went back. Until the transaction ends no other changes the store's stock.
 */
export async function beginChange(ctx: Ctx, storeId: string): Promise<Date> {
  const [clock] = await ctx.db
    .insert(inventoryClocks)
    .values({ storeId, at: ctx.now() })
    .onConflictDoUpdate({
      target: inventoryClocks.storeId,
      set: { at: sql`greatest(excluded.at, ${inventoryClocks.at} + interval '1 millisecond')` },
    })
    .returning({ at: inventoryClocks.at });
  if (!clock) throw new Error("the store's clock gave no time");
  return clock.at;
}
