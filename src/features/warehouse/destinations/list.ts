import { asc, eq } from "drizzle-orm";
import type { Ctx } from "../../../core/ctx.ts";
import { locations } from "../../../platform/db/tables/stores.ts";
import { countryOf } from "../country.ts";
import { parseNumber } from "../numeric-ids.ts";
import type { Destination } from "./schema.ts";

/** Returns the store's locations as destinations, oldest first. */
export async function listDestinations(ctx: Ctx, storeId: string): Promise<Destination[]> {
  const rows = await ctx.db
    .select()
    .from(locations)
    .where(eq(locations.storeId, storeId))
    .orderBy(asc(locations.number));
  return rows.map((row) => {
    const { name: country, code: country_code } = countryOf(row.country);
    return {
      id: row.number,
      type: "warehouse",
      name: row.name,
      enabled: row.removedAt === null,
      provider_location_id: parseNumber(row.id) ?? null,
      address: {
        name: row.name,
        address1: row.line1,
        address2: row.line2 || null,
        city: row.city,
        state: row.state,
        zip: row.postalCode,
        country,
        country_code,
        phone: row.phoneNumber || null,
      },
    };
  });
}
