import { and, eq, isNull } from "drizzle-orm";
import type { Ctx } from "../../core/ctx.ts";
import { problem } from "../../lib/problem.ts";
import { locations, stores } from "../../platform/db/tables/stores.ts";

/** Locks which location is a store's default, until the transaction ends. Throws 404 for an unknown store. */
export async function lockDefault(tx: Ctx, storeId: string): Promise<void> {
  const [store] = await tx.db
    .select()
    .from(stores)
    .where(and(eq(stores.storeId, storeId), isNull(stores.removedAt)))
    .for("no key update");
  if (!store) throw problem("store_not_found", `There is no store ${storeId}.`);
}

/** Takes the default from the location that has it, so that another one can become it. */
export async function replaceDefault(tx: Ctx, storeId: string): Promise<void> {
  await tx.db
    .update(locations)
    .set({ isDefault: false })
    .where(and(eq(locations.storeId, storeId), locations.isDefault));
}
