import { and, eq } from "drizzle-orm";
import { type Ctx, inTransaction } from "../ctx.ts";
import { locations, stores } from "../db/tables/stores.ts";
import { newId } from "../lib/ids.ts";
import { problem } from "../lib/problem.ts";

export type NewLocation = {
  name: string;
  line1?: string;
  line2?: string;
  city?: string;
  state?: string;
  postalCode?: string;
  country?: string;
  phone?: string;
  /**
   * The destination of returns whose order has no location. A store's first location becomes the default.
   */
  isDefault?: boolean;
};

/**
 * Creates a location of a store and returns its id. A new default replaces the current one. Throws 400 for a
 * missing name, 404 for an unknown store.
 */
export function createLocation(
  ctx: Ctx,
  storeId: string,
  location: NewLocation,
): Promise<{ locationId: string }> {
  if (location.name.trim() === "") throw problem("invalid_request", "A location needs a name.");
  return inTransaction(ctx, async (tx) => {
    const [store] = await tx.db.select().from(stores).where(eq(stores.storeId, storeId)).for("no key update");
    if (!store) throw problem("store_not_found", `There is no store ${storeId}.`);

    const ofStore = eq(locations.storeId, storeId);
    const [current] = await tx.db
      .select({ id: locations.id })
      .from(locations)
      .where(and(ofStore, locations.isDefault));
    const isDefault = location.isDefault === true || current === undefined;
    if (isDefault)
      await tx.db.update(locations).set({ isDefault: false }).where(and(ofStore, locations.isDefault));

    const id = newId("loc");
    const { line1 = "", line2 = "", city = "", state = "", postalCode = "", country = "" } = location;
    await tx.db.insert(locations).values({
      storeId,
      id,
      name: location.name,
      ...{ line1, line2, city, state, postalCode, country },
      phoneNumber: location.phone ?? "",
      isDefault,
      createdAt: ctx.now(),
    });
    return { locationId: id };
  });
}
