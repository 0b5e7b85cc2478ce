import { and, eq, inArray, isNull, or, sql } from "drizzle-orm";
import type { Ctx } from "../../core/ctx.ts";
import { inventoryItems } from "../../platform/db/tables/inventory.ts";
import { locations } from "../../platform/db/tables/stores.ts";

/** Which products have stock, and where other stock may go. */
export type StockPlaces = {
  stocked: ReadonlySet<string>;
  /** The default location, if there is one. */
  defaultId: string | undefined;
  /** The wanted location, if it can still be chosen. */
  wantedId: string | undefined;
};

/**
 * Returns which of the products are in the inventory, and the store's default and wanted location, which aren't deleted until the
 * caller's transaction ends.
 */
export async function findPlaces(
  ctx: Ctx,
  storeId: string,
  { productIds, wantedId }: { productIds: string[]; wantedId?: string | undefined },
): Promise<StockPlaces> {
  const [items, places] = await Promise.all([
    ctx.db
      .select({ id: inventoryItems.productId })
      .from(inventoryItems)
      .where(
        and(
          eq(inventoryItems.storeId, storeId),
          eq(inventoryItems.kind, "PRODUCT"),
          sql`${inventoryItems.productId} = any(${sql.param(productIds)}::text[])`,
        ),
      ),
    keptLocations(ctx, storeId, wantedId === undefined ? [] : [wantedId]),
  ]);
  return {
    stocked: new Set(items.map(({ id }) => id)),
    defaultId: places.find(({ isDefault }) => isDefault)?.id,
    wantedId: places.find(({ id }) => id === wantedId)?.id,
  };
}

/**
 * Returns where stock of locations belongs that may be deleted: there, or at the default location, by their ids. Those that aren't
 * deleted stay so until the caller's transaction ends.
 */
export async function findSuccessors(
  ctx: Ctx,
  storeId: string,
  locationIds: string[],
): Promise<(locationId: string) => string> {
  const places = await keptLocations(ctx, storeId, locationIds);
  const known = new Set(places.map(({ id }) => id));
  const defaultId = places.find(({ isDefault }) => isDefault)?.id;
  return (id) => (known.has(id) ? id : (defaultId ?? id));
}

/** Returns the default location and those of the ids, if they aren't deleted; nor are they until the caller's transaction ends. */
async function keptLocations(
  { db }: Ctx,
  storeId: string,
  ids: string[],
): Promise<{ id: string; isDefault: boolean }[]> {
  return db
    .select({ id: locations.id, isDefault: locations.isDefault })
    .from(locations)
    .where(
      and(
        eq(locations.storeId, storeId),
        isNull(locations.removedAt),
        or(locations.isDefault, inArray(locations.id, ids)),
      ),
    )
    .for("key share");
}
