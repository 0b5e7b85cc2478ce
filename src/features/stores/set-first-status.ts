import { and, eq, isNull } from "drizzle-orm";
import type { Ctx } from "../../core/ctx.ts";
import { problem } from "../../lib/problem.ts";
import { stores } from "../../platform/db/tables/stores.ts";
import type { FirstStatus } from "./create-store.ts";

/** Sets the status of new returns; existing returns keep theirs. Throws 404 for an unknown store. */
export async function setFirstStatus(ctx: Ctx, storeId: string, firstStatus: FirstStatus): Promise<void> {
  const changed = await ctx.db
    .update(stores)
    .set({ firstStatus })
    .where(and(eq(stores.storeId, storeId), isNull(stores.removedAt)))
    .returning({ storeId: stores.storeId });
  if (changed.length === 0) throw problem("store_not_found", `There is no store ${storeId}.`);
}
