import { and, eq, isNull } from "drizzle-orm";
import type { Ctx } from "../../core/ctx.ts";
import { invalid, problem } from "../../lib/problem.ts";
import { stores } from "../../platform/db/tables/stores.ts";
import { readStore } from "./read-store.ts";
import type { Store, StoreChange } from "./schema.ts";

/**
 * Changes settings of a store and returns all of them; orders and returns that exist keep what they have. Throws 400
 * for an empty name, 404 for an unknown store.
 */
export async function updateStore(ctx: Ctx, storeId: string, change: StoreChange): Promise<Store> {
  const { name, currency, firstStatus } = change;
  if (name?.trim() === "") throw invalid({ detail: "A store needs a name.", pointer: "/name" });
  if (name === undefined && currency === undefined && firstStatus === undefined)
    return readStore(ctx, storeId);
  await ctx.db.transaction(async (tx) => {
    const changed = await tx
      .update(stores)
      .set({ name, currency, firstStatus })
      .where(and(eq(stores.storeId, storeId), isNull(stores.removedAt)))
      .returning({ storeId: stores.storeId });
    if (changed.length === 0) throw problem("store_not_found", `There is no store ${storeId}.`);
    // While the row is locked, so that of two changes the same one is the last in the directory.
    await ctx.cell?.changeStore(storeId, { name, currency });
  });
  return readStore(ctx, storeId);
}
