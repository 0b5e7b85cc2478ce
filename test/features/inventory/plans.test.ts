import { beforeAll, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import type { PagedList } from "../../../src/core/http/paging.ts";
import { UNCHANGED_LEVELS } from "../../../src/features/inventory/level-list.ts";
import { ITEM_PAGES } from "../../../src/features/inventory/read-items.ts";
import { LEVEL_PAGES } from "../../../src/features/inventory/read-levels.ts";
import { createLocation } from "../../../src/features/stores/create-location.ts";
import { ITEMS, LEVELS, levelOf } from "../../support/inventory.ts";
import { pageAfterKey } from "../../support/pages.ts";
import { BY_INDEX, createPlanner, type Planner } from "../../support/plans.ts";
import type { TestStore } from "../../support/service.ts";
import { useService, useStore } from "../../support/use-service.ts";

const PRODUCTS = 20_000;
const TABLES = ["inventory_items", "inventory_levels"];

const service = useService();
const store = useStore(service);
let planner: Planner;
/** Explains plans that don't depend on the values. */
let byKey: Planner;
let places: string[];
beforeAll(async () => {
  planner = createPlanner(store, TABLES);
  byKey = createPlanner(store, TABLES, { isByKey: true });
  places = await fill(store, 5, PRODUCTS);
  await fill(await service.newStore(), 2, PRODUCTS / 4);
  await store.ctx.longDb.execute(sql`analyze`);
});
service.beforeStop(async () => {
  for (const each of [planner, byKey]) await each.stop();
});

/** Inserts products, a second apart, each at all locations; one in a hundred has the kind RETURN. */
async function fill(owner: TestStore, locations: number, products: number): Promise<string[]> {
  const ids: string[] = [];
  for (let i = 0; i < locations; i++) {
    ids.push((await createLocation(owner.ctx, owner.id, { name: `Place ${i}` })).locationId);
  }
  const at = sql`timestamptz '2026-01-01' + n * interval '1 second'`;
  const numbers = sql`generate_series(1, ${sql.raw(String(products))}) n`;
  for (const statement of [
    sql`insert into inventory_clocks (store_id, at) values (${owner.id}, '2026-02-01')`,
    sql`insert into inventory_items (store_id, id, product_id, kind, name, sku, quantity, created_at, updated_at)
      select ${owner.id}, 'ii_' || n, 'p-' || n, case when n % 100 = 0 then 'RETURN' else 'PRODUCT' end, 'Product ' || n,
        'SKU-' || n, ${locations}::int, ${at}, ${at} from ${numbers}`,
    sql`insert into inventory_levels (store_id, id, item_id, location_id, quantity, committed, reserved, buildable,
        external_ids, created_at, updated_at)
      select ${owner.id}, 'li_' || n || '_' || place, 'ii_' || n, place, 1, 0, 0, 0, '{}', ${at}, ${at}
      from ${numbers}, unnest(${sql.param(ids)}::text[]) place`,
  ]) {
    await owner.ctx.longDb.execute(statement);
  }
  return ids;
}

/** Returns the cursor of page 500 with pages of 20. */
function far(list: PagedList, id: string): Record<string, string> {
  return pageAfterKey(list, store.id, ["2026-02-01T00:00:00.000Z", "", "2026-01-01T02:46:40.000Z", id]);
}

describe("a page of items is read from its index, both the first and page 500", () => {
  test.each([
    ["", "inventory_items_listed"],
    // Nearly all items match: either index skips few rows.
    ["?kind=PRODUCT", "inventory_items_listed"],
    ["?kind=RETURN", "inventory_items_listed_by_kind"],
  ])("%s", async (query, index) => {
    for (const headers of [{}, far(ITEM_PAGES, "ii_10000")]) {
      const { indexes, ...plans } = await planner.plansOf({ path: ITEMS + query, headers });
      expect(plans).toMatchObject(BY_INDEX);
      expect([...indexes].join()).toContain(index);
      // The levels of 21 items.
      expect(plans.most).toBeLessThanOrEqual(5 * 21);
    }
  });
});

test("a page of the items at a location is read from the index, both the first and page 500", async () => {
  for (const headers of [{}, far(ITEM_PAGES, "ii_10000")]) {
    const path = `${ITEMS}?location_id=${places[2]}`;
    const { indexes, ...plans } = await planner.plansOf({ path, headers });
    expect(plans).toMatchObject(BY_INDEX);
    expect([...indexes]).toContain("inventory_items_listed");
    expect(plans.most).toBeLessThanOrEqual(21);
  }
});

describe("a page of levels is read from its index, both the first and page 500", () => {
  test.each([
    ["", () => "", "inventory_levels_updated_at"],
    ["at a location", () => `?location_id=${places[1]}`, "inventory_levels_location"],
    ["updated since a time", () => "?updated_at_min=2026-01-01T01:00:00Z", "inventory_levels_updated_at"],
    ["updated before a time", () => "?updated_at_max=2026-01-01T03:00:00Z", "inventory_levels_updated_at"],
  ])("%s", async (_, query, index) => {
    for (const headers of [{}, far(LEVEL_PAGES, "li_10000_")]) {
      const { indexes, ...plans } = await planner.plansOf({ path: LEVELS + query(), headers });
      expect(plans).toMatchObject(BY_INDEX);
      expect([...indexes]).toContain(index);
      expect(plans.most).toBeLessThanOrEqual(21);
    }
  });
});

describe("levels are counted, and read from the one whose last change is the longest ago, from the index of their pages", () => {
  test.each([
    ["", () => "", "inventory_levels_updated_at"],
    ["at a location", () => `&location_id=${places[1]}`, "inventory_levels_location"],
    ["updated since a time", () => "&updated_at_min=2026-01-01T01:00:00Z", "inventory_levels_updated_at"],
    ["of an SKU", () => "&sku=SKU-777", "inventory_items_sku"],
    [
      "of a product at a location",
      () => `&product_id=p-777&location_id=${places[1]}`,
      "inventory_items_product",
    ],
  ])("%s", async (_, query, index) => {
    const after = pageAfterKey(UNCHANGED_LEVELS, store.id, ["2026-01-01T02:46:40.000Z", "li_10000_"]);
    for (const headers of [{}, after]) {
      const asked = { path: `${LEVELS}?sort=updated_at${query()}`, headers };
      const { indexes, walked, most } = await byKey.plansOf(asked);
      expect([walked, [...indexes].join()]).toEqual([[], expect.stringContaining(index)]);
      // With a filter on the item, up to 1,000 are counted to choose what is read.
      expect(most).toBeLessThanOrEqual(index.includes("items") ? 1_000 : 21);
    }
    const counted = await byKey.plansOf({ path: `${LEVELS}?include=count${query()}` });
    expect([counted.walked, [...counted.indexes].join()]).toEqual([[], expect.stringContaining(index)]);
    expect(counted.most).toBeLessThanOrEqual(10_001);
  });
});

test.each([
  ["product_id=p-777", "inventory_items_product"],
  ["sku=SKU-777", "inventory_items_sku"],
])("the levels of %s are read from the index of its items", async (query, index) => {
  const { indexes, ...plans } = await planner.plansOf({ path: `${LEVELS}?${query}` });
  expect(plans).toMatchObject(BY_INDEX);
  expect([...indexes]).toContain(index);
  expect(plans.most).toBeLessThanOrEqual(5);
});

test("changes since the first page are found without reading other rows", async () => {
  const since = "2026-01-01T05:33:00.000Z";
  for (const [path, list, rows] of [
    [ITEMS, ITEM_PAGES, 20],
    [LEVELS, LEVEL_PAGES, 100],
  ] as const) {
    const headers = pageAfterKey(list, store.id, [since, "2026-02-01T00:00:00.000Z", "", ""]);
    const plans = await planner.plansOf({ path, headers });
    expect(plans).toMatchObject(BY_INDEX);
    expect(plans.most).toBeLessThanOrEqual(5 * rows);
  }
});

test("of many changes since the statistics were made, a page reads some, not all", async () => {
  const busy = await service.newStore();
  const [place = ""] = await fill(busy, 2, PRODUCTS);
  await busy.ctx.db.execute(sql`analyze inventory_items, inventory_levels`);
  const since = "2026-02-01T00:00:00.000Z";
  for (const table of TABLES) {
    await busy.ctx.db.execute(
      sql`update ${sql.identifier(table)} set updated_at = '2026-02-02' where store_id = ${busy.id}`,
    );
  }
  const busyPlanner = createPlanner(busy, TABLES);
  service.beforeStop(() => busyPlanner.stop());
  const key = [since, "2026-02-03T00:00:00.000Z", ""];
  for (const [path, list, id] of [
    [ITEMS, ITEM_PAGES, "ii_12"],
    [LEVELS, LEVEL_PAGES, "li_12"],
    [`${LEVELS}?location_id=${place}`, LEVEL_PAGES, "li_12"],
    [`${ITEMS}?location_id=${place}`, ITEM_PAGES, "ii_12"],
    [`${ITEMS}?kind=PRODUCT`, ITEM_PAGES, "ii_12"],
  ] as const) {
    const after = pageAfterKey(list, busy.id, [...key, id]);
    const { next, most, sorted } = await busyPlanner.plansOf({
      path,
      headers: { ...after, "X-Page-Size": "20" },
    });
    expect({ path, hasNext: next !== null, sorted, most }).toEqual({
      ...{ path, hasNext: true, sorted: false, most: expect.any(Number) },
    });
    expect(most).toBeLessThanOrEqual(50 * 21);
  }
});

test("reading one row and putting levels read only their own rows", async () => {
  const levels = places.map((place) => levelOf(place, { product: { id: "p-500", title: "New" } }));
  for (const asked of [
    { path: `${ITEMS}/ii_777` },
    { path: `${LEVELS}/li_777_${places[0]}` },
    { method: "PUT", path: LEVELS, body: { inventory_levels: levels } },
  ]) {
    const plans = await planner.plansOf(asked);
    expect(plans).toMatchObject(BY_INDEX);
    expect(plans.most).toBeLessThanOrEqual(5 * 5);
  }
});
