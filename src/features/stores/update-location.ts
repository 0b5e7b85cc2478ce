import { and, eq, isNull } from "drizzle-orm";
import { type Ctx, inTransaction } from "../../core/ctx.ts";
import { invalid, problem } from "../../lib/problem.ts";
import { locations } from "../../platform/db/tables/stores.ts";
import { lockDefault, replaceDefault } from "./default-location.ts";
import { locationView } from "./list-locations.ts";
import type { Location, LocationBody } from "./schema.ts";

/**
 * Replaces a location and returns it. The default location stays the default until another one becomes it. Throws 400
 * for an empty name, 404 for an unknown location.
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
    const [row] = await tx.db
      .update(locations)
      .set({
        ...{ name: body.name, line1, line2, city, state, postalCode, country },
        phoneNumber: body.phoneNumber ?? "",
        ...(body.isDefault && { isDefault: true }),
      })
      .where(and(eq(locations.storeId, storeId), eq(locations.id, locationId), isNull(locations.removedAt)))
      .returning();
    if (!row) throw problem("location_not_found", `The store has no location ${locationId}.`);
    return locationView(row);
  });
}
