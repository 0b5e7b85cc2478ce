import { and, eq, isNull, ne } from "drizzle-orm";
import { type Ctx, inTransaction } from "../../core/ctx.ts";
import { problem } from "../../lib/problem.ts";
import { inventoryLevels } from "../../platform/db/tables/inventory.ts";
import { locations } from "../../platform/db/tables/stores.ts";
import { requireStore } from "./require-store.ts";

/**
 * Deletes a location: it can't be chosen any more. Orders and returns that name it keep its address. Throws 404
 * for an unknown store, 400 for an unknown location, the default one and one that has stock.
 */
export async function deleteLocation(ctx: Ctx, storeId: string, locationId: string): Promise<void> {
  await requireStore(ctx, storeId);
  await inTransaction(ctx, async (tx) => {
    const which = and(
      eq(locations.storeId, storeId),
      eq(locations.id, locationId),
      isNull(locations.removedAt),
    );
    // Waits for who writes stock there, and lets others wait.
    const [location] = await tx.db.select().from(locations).where(which).for("update");
    if (!location) throw problem("invalid_request", `The store ${storeId} has no location ${locationId}.`);
    if (location.isDefault) {
      throw problem(
        "invalid_request",
        `${locationId} is the default location: make another one the default first.`,
      );
    }
    const [stock] = await tx.db
      .select({ id: inventoryLevels.id })
      .from(inventoryLevels)
      .where(
        and(
          eq(inventoryLevels.storeId, storeId),
          eq(inventoryLevels.locationId, locationId),
          ne(inventoryLevels.quantity, 0),
        ),
      )
      .limit(1);
    if (stock) throw problem("invalid_request", `${locationId} has stock: set its levels to 0 first.`);
    await tx.db.update(locations).set({ removedAt: ctx.now() }).where(which);
  });
}
