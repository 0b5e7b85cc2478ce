import { and, eq, isNull } from "drizzle-orm";
import type { Ctx } from "../../core/ctx.ts";
import type { Page } from "../../core/http/paging.ts";
import { createList } from "../../core/lists/list.ts";
import { problem } from "../../lib/problem.ts";
import { rowJson } from "../../platform/db/row-json.ts";
import { locations } from "../../platform/db/tables/stores.ts";
import type { Location } from "./schema.ts";

export const LOCATION_LIST = createList({
  name: "locations",
  table: "locations",
  where: "removed_at is null",
  key: { columns: [["number", "number"]], isAscending: true },
  row: rowJson(locations, "locations"),
  filters: {},
});

/** Returns a page of the store's locations, oldest first. */
export async function listLocations(
  ctx: Ctx,
  storeId: string,
  page: Page,
): Promise<{ locations: Location[]; headers: Record<string, string> }> {
  const { rows, headers } = await LOCATION_LIST.find(ctx, storeId, { page });
  return { locations: rows.map(({ record }) => locationView(record)), headers };
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
