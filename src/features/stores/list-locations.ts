import { and, asc, eq, isNull, sql } from "drizzle-orm";
import type { Ctx } from "../../core/ctx.ts";
import { type Page, type PagedList, toPage } from "../../core/http/paging.ts";
import { problem } from "../../lib/problem.ts";
import { locations } from "../../platform/db/tables/stores.ts";
import type { Location } from "./schema.ts";

export const LOCATION_PAGES: PagedList = { name: "locations", key: ["number"] };

/** Returns a page of the store's locations, oldest first. */
export async function listLocations(
  ctx: Ctx,
  storeId: string,
  page: Page,
): Promise<{ locations: Location[]; headers: Record<string, string> }> {
  const [cursorNumber] = page.cursor ?? [];
  const found = await ctx.db
    .select()
    .from(locations)
    .where(
      and(
        eq(locations.storeId, storeId),
        isNull(locations.removedAt),
        cursorNumber === undefined ? undefined : sql`${locations.number} > ${cursorNumber}::bigint`,
      ),
    )
    .orderBy(asc(locations.number))
    .limit(page.size + 1);
  const { rows, headers } = toPage(found, page, ({ number }) => [String(number)]);
  return { locations: rows.map(locationView), headers };
}

/** Returns a location. Throws 404 for an unknown one. */
export async function readLocation(ctx: Ctx, storeId: string, locationId: string): Promise<Location> {
  const [row] = await ctx.db
    .select()
    .from(locations)
    .where(and(eq(locations.storeId, storeId), eq(locations.id, locationId), isNull(locations.removedAt)));
  if (!row) throw problem("location_not_found", `The store has no location ${locationId}.`);
  return locationView(row);
}

/** Returns the response for a location. */
export function locationView(row: typeof locations.$inferSelect): Location {
  const { id, name, line1, line2, city, state, postalCode, country, phoneNumber, isDefault } = row;
  const address = { line1, line2, city, state, postalCode, country };
  return { id, name, address, phoneNumber, isDefault, createdAt: row.createdAt.toISOString() };
}
