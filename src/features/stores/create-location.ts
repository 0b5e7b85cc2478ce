import { and, eq } from "drizzle-orm";
import { type Ctx, inTransaction } from "../../core/ctx.ts";
import { newId } from "../../lib/ids.ts";
import { invalid } from "../../lib/problem.ts";
import { locations } from "../../platform/db/tables/stores.ts";
import { lockDefault, replaceDefault } from "./default-location.ts";

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
  if (location.name.trim() === "") throw invalid({ detail: "A location needs a name.", pointer: "/name" });
  return inTransaction(ctx, async (tx) => {
    await lockDefault(tx, storeId);
    const [current] = await tx.db
      .select({ id: locations.id })
      .from(locations)
      .where(and(eq(locations.storeId, storeId), locations.isDefault));
    const isDefault = location.isDefault === true || current === undefined;
    if (isDefault) await replaceDefault(tx, storeId);

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
