import { and, eq, isNull } from "drizzle-orm";
import { type Ctx, inTransaction } from "../../core/ctx.ts";
import { invalid, problem } from "../../lib/problem.ts";
import { locations } from "../../platform/db/tables/stores.ts";
import { announceLocation } from "./announce-location.ts";
import { lockDefault, replaceDefault } from "./default-location.ts";
import { locationView } from "./list-locations.ts";
import type { Location, LocationBody } from "./schema.ts";

/**
 * Replaces a location and returns it. The default location stays the default until another one becomes it; the change feed
 * gets what shows the location otherwise. Throws 400 for an empty name, 404 for an unknown location.
 */
export function updateLocation(
  ctx: Ctx,
  storeId: string,
  { locationId, ...body }: { locationId: string } & LocationBody,
): Promise<Location> {
  if (body.name.trim() === "") throw invalid({ detail: "A location needs a name.", pointer: "/name" });
  return inTransaction(ctx, async (tx) => {
    await lockDefault(tx, storeId);
    if (body.isDefault) await replaceDefault(tx, storeId);
    const {
      line1 = "",
      line2 = "",
      city = "",
      state = "",
      postalCode = "",
      country = "",
    } = body.address ?? {};
    const shown = {
      ...{ name: body.name, line1, line2, city, state, postalCode, country },
      phoneNumber: body.phoneNumber ?? "",
    };
    const isIt = and(
      eq(locations.storeId, storeId),
      eq(locations.id, locationId),
      isNull(locations.removedAt),
    );
    const [before] = await tx.db.select().from(locations).where(isIt).for("no key update");
    const [row] = await tx.db
      .update(locations)
      .set({ ...shown, ...(body.isDefault && { isDefault: true }) })
      .where(isIt)
      .returning();
    if (!before || !row) throw problem("location_not_found", `The store has no location ${locationId}.`);
    const isSame = (Object.keys(shown) as (keyof typeof shown)[]).every(
      (name) => before[name] === shown[name],
    );
    if (!isSame) await announceLocation(tx, storeId, locationId);
    return locationView(row);
  });
}
