import { expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { fullLevel } from "../../support/bodies.ts";
import {
  ITEMS,
  itemsOf,
  LEVELS,
  levelOf,
  levelsOf,
  newPlace,
  newShop,
  putStock,
} from "../../support/inventory.ts";
import { anId, anInstant, answerOf, ok, problemAnswer } from "../../support/returns.ts";
import type { TestStore } from "../../support/service.ts";
import { useService } from "../../support/use-service.ts";

const service = useService();

test("a level reads back as it was put, with its available quantities", async () => {
  const { store, place } = await newShop(service);
  const put = await answerOf(store.put(LEVELS, { inventory_levels: [fullLevel(place)] }));
  const level = {
    id: anId("li"),
    product: {
      id: "tee-m",
      title: "Tee, M",
      sku: "TEE-M",
      upc: "614141999996",
      image_url: "https://shop.test/tee.png",
    },
    location: { id: place, name: "Main" },
    quantity: 40,
    available: 32,
    committed: 6,
    reserved: 2,
    buildable: 5,
    total_available: 37,
    updated_at: anInstant,
    created_at: anInstant,
    external_ids: { netsuite: "88213", wms: "A-7" },
  };
  expect(put).toEqual(ok({ inventory_levels: [level] }));
  const [{ id } = { id: "" }] = await levelsOf(store);
  const read = await answerOf(store.get(`${LEVELS}/${id}`));
  const { inventory_levels } = put.body as { inventory_levels: unknown[] };
  expect(read).toEqual(ok({ inventory_level: inventory_levels[0] }));
});

test("a level requires only product, location and quantity; null means absent", async () => {
  const { store, place } = await newShop(service);
  const nulls = { committed: null, reserved: null, buildable: null, kind: null, external_ids: null };
  const product = { id: "mug", title: "Mug", sku: null, upc: null, image_url: null };
  const bare = {
    id: anId("li"),
    location: { id: place, name: "Main" },
    ...{ committed: 0, reserved: 0, buildable: 0, external_ids: {} },
    ...{ created_at: anInstant, updated_at: anInstant },
  };
  expect(await putStock(store, [levelOf(place), levelOf(place, { product, quantity: 0, ...nulls })])).toEqual(
    [
      {
        ...bare,
        product: { id: "tee", title: "Tee", sku: null, upc: null, image_url: null },
        ...{ quantity: 10, available: 10, total_available: 10 },
      },
      { ...bare, product, quantity: 0, available: 0, total_available: 0 },
    ],
  );
});

test("committed and reserved quantities may exceed the stock, and available is then negative", async () => {
  const { store, place } = await newShop(service);
  const most = 2_147_483_647;
  const [level] = await putStock(store, [
    levelOf(place, { quantity: 0, committed: most, reserved: most, buildable: 1 }),
  ]);
  expect(level).toMatchObject({ available: -2 * most, total_available: 1 - 2 * most });
});

test("an item is a product of one kind at all locations, and its quantity is their sum", async () => {
  const { store, place } = await newShop(service);
  const second = await newPlace(store, "Second");
  const most = 2_147_483_647;
  const product = { id: "tee", title: "Tee", sku: "TEE" };
  await putStock(store, [
    levelOf(place, { product, quantity: most }),
    levelOf(second, { product, quantity: most }),
    levelOf(place, { product, quantity: 3, kind: "RETURN" }),
  ]);
  const common = { id: anId("ii"), sku: "TEE", name: "Tee", created_at: anInstant, updated_at: anInstant };
  const items = await itemsOf(store);
  expect(items.toSorted((a, b) => b.quantity - a.quantity)).toEqual([
    {
      ...common,
      kind: "PRODUCT",
      quantity: 2 * most,
      locations: [
        { location_id: place, location_name: "Main", quantity: most },
        { location_id: second, location_name: "Second", quantity: most },
      ],
    },
    {
      ...common,
      kind: "RETURN",
      quantity: 3,
      locations: [{ location_id: place, location_name: "Main", quantity: 3 }],
    },
  ]);
  for (const item of items) {
    expect(await answerOf(store.get(`${ITEMS}/${item.id}`))).toEqual(ok({ inventory_item: item }));
  }
});

test("items are filtered by kind and by location, and the latter counts only the stock there", async () => {
  const { store, place } = await newShop(service);
  const second = await newPlace(store, "Second");
  const mug = { id: "mug", title: "Mug" };
  await putStock(store, [levelOf(place, { quantity: 1 }), levelOf(second, { quantity: 2 })]);
  await putStock(store, [levelOf(place, { product: mug, quantity: 0 })]);
  await putStock(store, [levelOf(second, { product: mug, quantity: 4, kind: "UNDECLARED" })]);
  await putStock(store, [levelOf(place, { product: mug, quantity: 5 })]);
  const among = async (query: string) =>
    (await itemsOf(store, query)).map(({ name, kind, quantity, locations }) => [
      ...[name, kind, quantity],
      Object.fromEntries(locations.map((at) => [at.location_name, at.quantity])),
    ]);

  const tee = ["Tee", "PRODUCT", 3, { Main: 1, Second: 2 }];
  const newMug = ["Mug", "PRODUCT", 5, { Main: 5 }];
  const oddMug = ["Mug", "UNDECLARED", 4, { Second: 4 }];
  expect(await among("")).toEqual([newMug, oddMug, tee]);
  expect(await among("?kind=PRODUCT")).toEqual([newMug, tee]);
  expect(await among("?kind=UNDECLARED")).toEqual([oddMug]);
  expect(await among("?kind=UNKNOWN")).toEqual([]);
  expect(await among(`?location_id=${place}`)).toEqual([newMug, ["Tee", "PRODUCT", 1, { Main: 1 }]]);
  const there = ["Tee", "PRODUCT", 2, { Second: 2 }];
  expect(await among(`?location_id=${second}`)).toEqual([oddMug, there]);
  expect(await among(`?location_id=${second}&kind=PRODUCT`)).toEqual([there]);
  expect(await among("?location_id=loc_none")).toEqual([]);
});

test("an item without stock is read only by its id, and at a location only items with stock there are listed", async () => {
  const { store, place } = await newShop(service);
  const second = await newPlace(store, "Second");
  await putStock(store, [levelOf(place), levelOf(second)]);
  const [item] = await itemsOf(store);
  await putStock(store, [levelOf(place, { quantity: 0 })]);
  expect(await itemsOf(store, `?location_id=${place}`)).toEqual([]);
  expect(await itemsOf(store)).toHaveLength(1);
  await putStock(store, [levelOf(second, { quantity: 0 })]);
  expect(await itemsOf(store)).toEqual([]);
  const none = [
    { location_id: place, location_name: "Main", quantity: 0 },
    { location_id: second, location_name: "Second", quantity: 0 },
  ];
  expect(await answerOf(store.get(`${ITEMS}/${item?.id}`))).toEqual(
    ok({ inventory_item: { ...item, quantity: 0, locations: none, updated_at: anInstant } }),
  );
  expect(await levelsOf(store)).toHaveLength(2);
});

test("levels are filtered by location, product, SKU and time, and by several at once", async () => {
  const { store, place } = await newShop(service);
  const second = await newPlace(store, "Second");
  const mug = { id: "mug", title: "Mug", sku: "M-1" };
  const cup = { id: "cup", title: "Cup", sku: "M-1" };
  const put = [
    levelOf(place),
    levelOf(second, { kind: "RETURN" }),
    levelOf(place, { product: mug, quantity: 0 }),
    levelOf(second, { product: mug }),
    levelOf(place, { product: cup }),
  ];
  const ids: string[] = [];
  for (const [i, level] of put.entries()) {
    service.setClock(new Date(`2027-01-01T10:00:00.00${i}Z`));
    ids.push(...(await putStock(store, [level])).map(({ id }) => id));
  }
  service.setClock(undefined);
  const among = async (query: Record<string, string>) =>
    (await levelsOf(store, `?${new URLSearchParams(query)}`)).map(({ id }) => ids.indexOf(id));

  expect(await among({})).toEqual([4, 3, 2, 1, 0]);
  expect(await among({ location_id: place })).toEqual([4, 2, 0]);
  expect(await among({ product_id: "tee" })).toEqual([1, 0]);
  expect(await among({ sku: "M-1" })).toEqual([4, 3, 2]);
  expect(await among({ sku: "M-1", location_id: place, product_id: "mug" })).toEqual([2]);
  expect(await among({ sku: "m-1" })).toEqual([]);
  const [second1, third] = ["2027-01-01T12:00:00.001+02:00", "2027-01-01T05:00:00.002-05:00"];
  expect(await among({ updated_at_min: second1 })).toEqual([4, 3, 2, 1]);
  expect(await among({ updated_at_max: second1 })).toEqual([0]);
  expect(await among({ updated_at_min: second1, updated_at_max: third })).toEqual([1]);
  expect(await among({ updated_at_min: third, sku: "M-1", location_id: second })).toEqual([3]);
});

test("an unknown id, another store's id and the id of the other resource are 404", async () => {
  const { store, place } = await newShop(service);
  const [level] = await putStock(store, [levelOf(place)]);
  const [item] = await itemsOf(store);
  const other = await service.newStore();
  const responseTo = async (asking: TestStore, path: string) => answerOf(asking.get(path));
  expect([
    await responseTo(other, `${LEVELS}/${level?.id}`),
    await responseTo(store, `${LEVELS}/${item?.id}`),
    await responseTo(other, `${ITEMS}/${item?.id}`),
    await responseTo(store, `${ITEMS}/%00`),
  ]).toEqual([
    problemAnswer(404, `There is no inventory level ${level?.id}.`),
    problemAnswer(404, `There is no inventory level ${item?.id}.`),
    problemAnswer(404, `There is no inventory item ${item?.id}.`),
    problemAnswer(404, "There is no inventory item ."),
  ]);
  expect([await levelsOf(other), await itemsOf(other)]).toEqual([[], []]);
});

test("products of two stores with the same id are separate", async () => {
  const [mine, theirs] = [await newShop(service), await newShop(service)];
  await putStock(mine.store, [levelOf(mine.place)]);
  const before = [await levelsOf(mine.store), await itemsOf(mine.store)];
  const product = { id: "tee", title: "Their tee" };
  await putStock(theirs.store, [levelOf(theirs.place, { product, quantity: 99 })]);
  expect([await levelsOf(mine.store), await itemsOf(mine.store)]).toEqual(before);
});

test("a level and an item show the location of their own store, even if another store's location has the same id", async () => {
  const theirs = await newShop(service);
  const store = await service.newStore({ beside: theirs.store });
  // The other store's row is inserted before the own one.
  for (const [storeId, name] of [
    [theirs.store.id, "Theirs"],
    [store.id, "Main"],
  ]) {
    const own = sql`jsonb_build_object('store_id', ${storeId}::text, 'id', 'loc_same', 'name', ${name}::text,
      'is_default', false)`;
    await store.ctx.db.execute(sql`
      insert into locations overriding user value
      select (jsonb_populate_record(locations, ${own})).* from locations where id = ${theirs.place}`);
  }
  await putStock(store, [levelOf("loc_same")]);
  expect((await levelsOf(store)).map(({ location }) => location)).toEqual([{ id: "loc_same", name: "Main" }]);
  expect((await itemsOf(store)).flatMap(({ locations }) => locations)).toEqual([
    { location_id: "loc_same", location_name: "Main", quantity: 10 },
  ]);
});
