import { and, asc, eq, sql } from "drizzle-orm";
import type { Ctx } from "../ctx.ts";
import { locations } from "../db/tables/stores.ts";
import { type Page, type PagedList, toPage } from "../http/paging.ts";
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
        cursorNumber === undefined ? undefined : sql`${locations.number} > ${cursorNumber}::bigint`,
      ),
    )
    .orderBy(asc(locations.number))
    .limit(page.size + 1);
  const { rows, headers } = toPage(found, page, ({ number }) => [String(number)]);
  return { locations: rows.map(locationView), headers };
}

function locationView(row: typeof locations.$inferSelect): Location {
  const { id, name, line1, line2, city, state, postalCode, country, phoneNumber, isDefault } = row;
  const address = { line1, line2, city, state, postalCode, country };
  return { id, name, address, phoneNumber, isDefault, createdAt: row.createdAt.toISOString() };
}
