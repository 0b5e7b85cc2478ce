import { describe, expect, test } from "bun:test";
import { inTransaction } from "../../../src/core/ctx.ts";
import { ITEM_PAGES } from "../../../src/features/inventory/read-items.ts";
import { LEVEL_PAGES } from "../../../src/features/inventory/read-levels.ts";
import type { InventoryItem } from "../../../src/features/inventory/schema.ts";
import { writeLevels } from "../../../src/features/inventory/write-levels.ts";
import {
  ITEMS,
  itemsOf,
  LEVELS,
  levelOf,
  newPlace,
  newShop,
  putStock,
  readItemPages,
  readLevelPages,
} from "../../support/inventory.ts";
import { pageAfterKey } from "../../support/pages.ts";
import { answerOf, problemAnswer } from "../../support/returns.ts";
import type { TestStore } from "../../support/service.ts";
import { useService } from "../../support/use-service.ts";

const service = useService();

/** Returns the level of the nth product; putting the same `quantity` again changes nothing. */
function nth(place: string, n: number, quantity = 1, kind = "PRODUCT") {
  return levelOf(place, { product: { id: `p-${n}`, title: `Product ${n}` }, quantity, kind });
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, i) => from + i);
}

/** Creates a store with this many products, put one after the other. */
async function stocked(count: number): Promise<{ store: TestStore; place: string; ids: string[] }> {
  const { store, place } = await newShop(service);
  for (const n of range(0, count)) await putStock(store, [nth(place, n)]);
  const ids = (await itemsOf(store)).map(({ id }) => id);
  expect(ids).toHaveLength(count);
  return { store, place, ids };
}

function namesOf(pages: { name: string }[][]): number[][] {
  return pages.map((page) => page.map(({ name }) => Number(name.replace("Product ", ""))));
}

describe("while nothing changes", () => {
  test.each([1, 2, 3, 7, 8, 20])("each item and each level is listed once, in pages of %i", async (size) => {
    const { store, ids } = await stocked(7);
    const items = await readItemPages(store, size);
    expect(items.flat().map(({ id }) => id)).toEqual(ids);
    expect(items.slice(0, -1).every((page) => page.length === size)).toBe(true);
    const levels = await readLevelPages(store, size);
    expect(levels.map((page) => page.length)).toEqual(items.map((page) => page.length));
    expect(levels.flat().map(({ product }) => product.title)).toEqual(items.flat().map(({ name }) => name));
  });

  test("items of one request are sorted by id and listed once each over all pages", async () => {
    const { store, place } = await newShop(service);
    await putStock(
      store,
      range(0, 25).map((n) => nth(place, n)),
    );
    const ids = (await readItemPages(store, 4)).flat().map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)].toSorted().toReversed());
    expect(ids).toHaveLength(25);
  });

  test("a page has 20 items by default, 1 to 500 on request", async () => {
    const { store, place } = await newShop(service);
    await putStock(
      store,
      range(0, 21).map((n) => nth(place, n)),
    );
    const page = await store.get(ITEMS);
    expect(((await page.json()) as { inventory_items: unknown[] }).inventory_items).toHaveLength(20);
    expect(page.headers.get("X-Page-Next")).not.toBeNull();
    const all = await store.get(ITEMS, { "X-Page-Size": "21" });
    expect(all.headers.get("X-Page-Next")).toBeNull();
  });
});

describe("while rows change", () => {
  test("an item that changes while pages are read is listed again at the end, whether or not it was read before", async () => {
    const { store, place } = await stocked(6);
    const changes = [() => putStock(store, [nth(place, 5, 2), nth(place, 1, 2)])];
    const between = async () => changes.shift()?.();
    expect(namesOf(await readItemPages(store, 2, { between }))).toEqual([[5, 4], [3, 2], [0, 1], [5]]);
  });

  test("an item that changes while the end is read is listed, and items created meanwhile don't prolong the list", async () => {
    const { store, place } = await stocked(4);
    let turn = 0;
    // Before each page every item changes and a new one is created.
    const between = () =>
      putStock(
        store,
        [...range(0, 4), 100 + turn].map((n) => nth(place, n, 2 + ++turn)),
      );
    const read = namesOf(await readItemPages(store, 1, { between })).flat();
    expect(new Set(read).isSupersetOf(new Set([0, 1, 2, 3]))).toBe(true);
    expect(read.length).toBeLessThanOrEqual(1 + 4 + 1);
  });

  test("an item whose change began before the first page and was committed after it is listed", async () => {
    const { store, place } = await stocked(4);
    const holding = Promise.withResolvers<void>();
    const written = Promise.withResolvers<void>();
    const change = inTransaction(store.ctx, async (tx) => {
      const writer = { storeId: store.id, by: "test", byId: null, requestId: "r" };
      await writeLevels(tx, writer, [nth(place, 0, 9) as never]);
      written.resolve();
      await holding.promise;
    });
    await written.promise;
    const changes = [
      async () => {
        holding.resolve();
        await change;
      },
    ];
    const pages = await readItemPages(store, 1, { between: async () => changes.shift()?.() });
    expect(namesOf(pages).flat()).toEqual([3, 2, 1, 0]);
  });

  test("the same holds with a location, with a kind, and for levels", async () => {
    const { store, place } = await newShop(service);
    const second = await newPlace(store, "Second");
    const put = (n: number, quantity: number) => [
      nth(place, n, quantity, "RETURN"),
      nth(second, n, quantity),
    ];
    for (const n of range(0, 6)) await putStock(store, put(n, 1));
    let turn = 1;
    const between = () => putStock(store, [...put(0, ++turn), ...put(3, turn), ...put(5, turn)]);
    const everyOne = new Set(range(0, 6));
    for (const query of [`?location_id=${second}`, "?kind=RETURN"]) {
      expect(new Set(namesOf(await readItemPages(store, 2, { query, between })).flat())).toEqual(everyOne);
    }
    const levels = (await readLevelPages(store, 2, { query: `?location_id=${second}`, between })).flat();
    expect(new Set(levels.map(({ product }) => product.id))).toEqual(
      new Set(range(0, 6).map((n) => `p-${n}`)),
    );
  });
});

test("10,000 items in pages of 499, 500, 20 and 1 are all listed while others write", async () => {
  const { store, place } = await newShop(service);
  const second = await newPlace(store, "Second");
  for (const from of range(0, 20)) {
    await putStock(
      store,
      range(from * 500, from * 500 + 500).map((n) => nth(place, n)),
    );
  }
  // Small pages are tested with fewer items.
  const few = (count: number, kind: string) => range(0, count).map((n) => nth(place, n, 1, kind));
  for (const kind of ["RETURN", "UNKNOWN"]) await putStock(store, few(kind === "RETURN" ? 100 : 500, kind));
  let reading = true;
  let version = 1;
  const writer = async (seed: number) => {
    for (let turn = seed; reading; turn += 7) {
      const some = range(0, 40).map((i) => (turn * 7919 + i * 257) % 10_000);
      const kinds = ["RETURN", "UNKNOWN"].flatMap((kind) =>
        range(0, 5).map((i) => nth(place, (turn + i * 17) % 100, ++version, kind)),
      );
      await putStock(
        store,
        [...new Set(some)].map((n) => nth(n % 3 ? place : second, n, ++version)),
      );
      await putStock(store, kinds);
      await Bun.sleep(5);
    }
  };
  const writers = [writer(1), writer(2), writer(3)];
  for (const [size, query, count] of [
    [500, "?kind=PRODUCT", 10_000],
    [499, "?kind=PRODUCT", 10_000],
    [20, "?kind=UNKNOWN", 500],
    [1, "?kind=RETURN", 100],
  ] as const) {
    const items = (await readItemPages(store, size, { query })).flat();
    const times = Map.groupBy(items, ({ id }) => id);
    expect({ size, different: times.size }).toEqual({ size, different: count });
    expect(Math.max(...[...times.values()].map((seen) => seen.length))).toBeLessThanOrEqual(2);
    expect(items.filter((item) => item.quantity !== totalOf(item))).toEqual([]);
  }
  reading = false;
  await Promise.all(writers);
  expect(version).toBeGreaterThan(100);
});

function totalOf({ locations }: InventoryItem): number {
  return locations.reduce((sum, { quantity }) => sum + quantity, 0);
}

test.each([
  [ITEMS, ITEM_PAGES],
  [LEVELS, LEVEL_PAGES],
] as const)("an invalid page size or cursor is 400 with the name of the header: %s", async (path, list) => {
  const { store, place } = await newShop(service);
  await putStock(store, [nth(place, 1), nth(place, 2)]);
  const refused = (header: string) =>
    problemAnswer(400, expect.any(String), [{ detail: expect.stringContaining(header), header }]);
  for (const size of ["0", "501", "-1", "1.5", "1e2", "abc", ""]) {
    expect(await answerOf(store.get(path, { "X-Page-Size": size }))).toEqual(refused("X-Page-Size"));
  }
  const at = "2026-01-01T00:00:00.000Z";
  const keys = [
    ...[
      [at, "a"],
      [at, "", at],
      [at, "", at, 1],
      ["", "", at, "a"],
      [at, "", "", "a"],
      [at, at, at, "a"],
    ],
    ...[
      [at, "x", "", "a"],
      [at, "", "2026-02-30T00:00:00.000Z", "a"],
      [at, "", at, "a\u0000"],
    ],
  ].map((key) => pageAfterKey(list, store.id, key));
  const texts = ["", "x", "%%%", "bnVsbA"].map((text) => ({ "X-Page-Continue": text }));
  for (const headers of [...texts, ...keys]) {
    expect(await answerOf(store.get(path, headers))).toEqual(refused("X-Page-Continue"));
  }
  const valid = pageAfterKey(list, store.id, [at, "", at, "a"]);
  expect((await store.get(path, valid)).status).toBe(200);
});

test("an invalid filter is 400 with the name of the parameter", async () => {
  const { store } = await newShop(service);
  const asked: [path: string, parameter: string, ...values: string[]][] = [
    [ITEMS, "kind", "kind=product", "kind=", "kind=PRODUCT&kind=RETURN"],
    [ITEMS, "location_id", "location_id=", "location_id=%00", "location_id=a&location_id=b"],
    [LEVELS, "location_id", "location_id=", "location_id=%00"],
    [LEVELS, "product_id", "product_id=", "product_id=a%00"],
    [LEVELS, "sku", "sku=", "sku=%00b", "sku=a&sku=b"],
    [LEVELS, "updated_at_min", "updated_at_min=", "updated_at_min=2026-01-01", "updated_at_min=1"],
    [LEVELS, "updated_at_max", "updated_at_max=2026-02-30T00:00:00Z", "updated_at_max=2026-01-01T00:00:00"],
  ];
  for (const [path, parameter, ...queries] of asked) {
    for (const query of queries) {
      expect(await answerOf(store.get(`${path}?${query}`))).toEqual(
        problemAnswer(400, expect.any(String), [{ detail: expect.any(String), parameter }]),
      );
    }
  }
});
