import { eq, sql } from "drizzle-orm";
import type { Ctx } from "../../core/ctx.ts";
import type { Caller } from "../../core/http/request-context.ts";
import { inventoryClocks } from "../../platform/db/tables/inventory.ts";

/** Who changes levels: an API client, a person or a command. */
export type Writer = Pick<Caller, "storeId" | "by" | "byId" | "requestId">;

/** A change of a store's stock, and the return that it is for. */
export type StockChange = Writer & { at: string; forReturnId?: string };

/** Returns the time of the store's last committed stock change. Every later change has a later time. */
export async function lastChange(ctx: Ctx, storeId: string): Promise<Date> {
  const [clock] = await ctx.db
    .select({ at: inventoryClocks.at })
    .from(inventoryClocks)
    .where(eq(inventoryClocks.storeId, storeId));
  return clock?.at ?? new Date(0);
}

/**
 * Returns the time of a stock change, later than every earlier change even if the clock went back. Runs in
 * the caller's transaction and locks the store's stock until it ends.
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
  if (!clock) throw new Error("the upsert of the store's inventory clock returned no row");
  return clock.at;
}
