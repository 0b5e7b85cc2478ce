import { and, eq, isNull } from "drizzle-orm";
import type { Ctx } from "../../core/ctx.ts";
import type { Caller } from "../../core/http/request-context.ts";
import { problem, requireNoFaults } from "../../lib/problem.ts";
import type { Db } from "../../platform/db/connect.ts";
import { stores } from "../../platform/db/tables/stores.ts";
import { historyWith, ownFaults } from "./own-settings.ts";
import { readStore } from "./read-store.ts";
import type { Store, StoreChange } from "./schema.ts";
import { changedParts, faultsOf } from "./settings.ts";
import type { PartsChange } from "./settings-schema.ts";

/**
 * Changes settings of a store and returns all of them; orders and returns that exist keep what they have. Throws 400
 * for settings that are invalid, 404 for an unknown store.
 */
export async function updateStore(
  ctx: Ctx,
  { storeId, ...author }: Pick<Caller, "storeId" | "by" | "byId">,
  change: StoreChange,
): Promise<Store> {
  const { name, currency, timeZone, firstStatus, ...parts } = change;
  const own = { name, currency, timeZone, firstStatus };
  requireNoFaults([...ownFaults(own), ...faultsOf(parts)]);
  if (isEmpty(own) && isEmpty(parts)) return readStore(ctx, storeId);
  await ctx.db.transaction(async (tx) => {
    const store = and(eq(stores.storeId, storeId), isNull(stores.removedAt));
    const settings = {
      ...own,
      storeSettings: await changedSettings(tx, storeId, parts),
      ...(!isEmpty(own) && { settingsHistory: historyWith(ctx, author, own) }),
    };
    const changed = await tx.update(stores).set(settings).where(store).returning({ storeId: stores.storeId });
    if (changed.length === 0) throw problem("store_not_found", `There is no store ${storeId}.`);
    // While the row is locked, so that of two changes the same one is the last in the directory.
    await ctx.cell?.changeStore(storeId, { name, currency, timeZone });
  });
  return readStore(ctx, storeId);
}

/** Returns the row's new settings; undefined when they don't change. The row stays locked until they are written. */
async function changedSettings(tx: Db, storeId: string, parts: PartsChange) {
  if (isEmpty(parts)) return undefined;
  const [row] = await tx.select().from(stores).where(eq(stores.storeId, storeId)).for("no key update");
  return row && changedParts(row.storeSettings, parts);
}

function isEmpty(parts: object): boolean {
  return Object.values(parts).every((part) => part === undefined);
}
