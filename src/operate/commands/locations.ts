import type { Ctx } from "../../core/ctx.ts";
import { pageOf } from "../../core/http/paging.ts";
import { createLocation } from "../../features/stores/create-location.ts";
import { deleteLocation } from "../../features/stores/delete-location.ts";
import { LOCATION_LIST, listLocations } from "../../features/stores/list-locations.ts";
import { requireStore } from "../../features/stores/require-store.ts";
import type { Location } from "../../features/stores/schema.ts";
import { textTable } from "../../lib/text-table.ts";
import { type Command, command, optional, required, STORE } from "./command.ts";

const PAGE_SIZE = 500;

export const LOCATION_COMMANDS: readonly Command[] = [
  command({
    name: "location create",
    summary: "Create a location. Returns go to the default location; the first one is always the default.",
    options: {
      ...STORE,
      name: required("NAME"),
      line1: optional("TEXT"),
      line2: optional("TEXT"),
      city: optional("TEXT"),
      state: optional("TEXT"),
      "postal-code": optional("TEXT"),
      country: optional("TEXT"),
      phone: optional("TEXT"),
      default: {},
    },
    run: (ctx, { store, "postal-code": postalCode, default: isDefault, ...location }) =>
      createLocation(ctx, store, { ...location, postalCode, isDefault }),
    text: ({ locationId }) => `Created the location ${locationId}.`,
  }),
  command({
    name: "location list",
    summary: "List a store's locations.",
    options: STORE,
    run: async (ctx, { store }) => ({ locations: await allLocations(ctx, store) }),
    text: ({ locations }) =>
      textTable(
        ["LOCATION", "CREATED", "DEFAULT", "NAME", "CITY", "COUNTRY"],
        locations.map(({ id, createdAt, isDefault, name, address: { city, country } }) => [
          ...[id, createdAt, isDefault ? "yes" : "no", name, city || "-", country || "-"],
        ]),
      ),
  }),
  command({
    name: "location delete",
    summary:
      "Delete a location that isn't the default one and has no stock. What names it keeps its address.",
    options: { ...STORE, location: required("ID") },
    run: async (ctx, { store, location }) => {
      await deleteLocation(ctx, store, location);
      return { deleted: true };
    },
    text: () => "Deleted.",
  }),
];

async function allLocations(ctx: Ctx, storeId: string): Promise<Location[]> {
  await requireStore(ctx, storeId);
  const all: Location[] = [];
  let next: string | undefined;
  do {
    const request = { "x-page-size": PAGE_SIZE, ...(next !== undefined && { "x-page-continue": next }) };
    const page = await listLocations(ctx, storeId, pageOf({ headers: request }, LOCATION_LIST, storeId));
    all.push(...page.locations);
    next = Object.values(page.headers)[0];
  } while (next !== undefined);
  return all;
}
