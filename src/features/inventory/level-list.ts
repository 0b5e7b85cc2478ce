import type { Ctx } from "../../core/ctx.ts";
import type { Total } from "../../core/http/count-included.ts";
import type { Page } from "../../core/http/paging.ts";
import { createList } from "../../core/lists/list.ts";
import { columnFilter, type ListFilter } from "../../core/lists/list-filter.ts";
import { BY_CHANGE, COUNT, STORE, timesBetween } from "../../core/lists/list-key.ts";

export type LevelFilter = {
  location_id?: string;
  product_id?: string;
  sku?: string;
  updated_at_min?: string;
  updated_at_max?: string;
};

/** The levels whose last change is the longest ago come first: one that changes meanwhile comes again, at the end. */
export const UNCHANGED_LEVELS = createList({
  name: "levels_unchanged",
  table: "inventory_levels",
  key: { ...BY_CHANGE, isAscending: true },
  filters: {
    location: columnFilter("text", (id) => `location_id = ${id}`),
    product: itemFilter("product_id"),
    sku: itemFilter("sku"),
  },
});

/** Returns the ids of a page of the levels that match every filter, and its headers. */
export async function findUnchanged(
  ctx: Ctx,
  storeId: string,
  filter: LevelFilter,
  page: Page,
): Promise<{ ids: string[]; headers: Record<string, string> }> {
  const { rows, headers } = await UNCHANGED_LEVELS.find(ctx, storeId, { ...whichOf(filter), page });
  return { ids: rows.map(({ id }) => id), headers };
}

/** Returns the number of levels that match every filter. */
export function countLevels(ctx: Ctx, storeId: string, filter: LevelFilter): Promise<Total> {
  return UNCHANGED_LEVELS.count(ctx, storeId, whichOf(filter));
}

function whichOf({ location_id, product_id, sku, updated_at_min, updated_at_max }: LevelFilter) {
  const given = (value: string | undefined) => (value === undefined ? undefined : [value]);
  const values = { location: given(location_id), product: given(product_id), sku: given(sku) };
  return { values, range: timesBetween(updated_at_min, updated_at_max) };
}

/** Returns a filter on a column of the levels' items, of which few have one value. */
function itemFilter(column: "product_id" | "sku"): ListFilter {
  const items = (value: string) =>
    `select id from inventory_items where store_id = ${STORE} and ${column} = ${value}`;
  return {
    types: ["text"],
    match: (value) => `item_id = any(array(${items(value)}))`,
    stream: (_, value) => `select level.updated_at as at, level.id
      from (${items(value)} limit ${COUNT}) as item cross join lateral (
        select updated_at, id from inventory_levels where store_id = ${STORE} and item_id = item.id limit ${COUNT}
      ) as level limit ${COUNT}`,
    isUnordered: true,
  };
}
