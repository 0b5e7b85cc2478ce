import { and, eq, isNull } from "drizzle-orm";
import type { Ctx } from "../../core/ctx.ts";
import { problem } from "../../lib/problem.ts";
import { stores } from "../../platform/db/tables/stores.ts";
import type { Store } from "./schema.ts";
import { storeView } from "./view.ts";

/** Returns all settings of a store, with their defaults. Throws 404 when there is none with this id. */
export async function readStore(ctx: Ctx, storeId: string): Promise<Store> {
  const [row] = await ctx.db
    .select()
    .from(stores)
    .where(and(eq(stores.storeId, storeId), isNull(stores.removedAt)));
  if (!row) throw problem("store_not_found", `There is no store ${storeId}.`);
  return storeView(row);
}
