import { asc, isNull } from "drizzle-orm";
import type { Ctx } from "../../core/ctx.ts";
import { stores } from "../../platform/db/tables/stores.ts";
import type { Store } from "./schema.ts";
import { storeView } from "./view.ts";

/** Returns all stores, oldest first. */
export async function listStores(ctx: Ctx): Promise<Store[]> {
  const rows = await ctx.db
    .select()
    .from(stores)
    .where(isNull(stores.removedAt))
    .orderBy(asc(stores.createdAt), asc(stores.storeId));
  return rows.map(storeView);
}
