import { expect, test } from "bun:test";
import { fullLevel } from "../../support/bodies.ts";
import { itemsOf, LEVELS, levelOf, levelsOf, newPlace, newShop, putStock } from "../../support/inventory.ts";
import { anId, anInstant, answerOf, ok } from "../../support/returns.ts";
import { useService } from "../../support/use-service.ts";

const service = useService();

/** Returns the errors of a 400 response. */
async function faultsOf(response: Promise<Response>): Promise<unknown> {
  const answer = await response;
  const { errors } = (await answer.json()) as { errors: unknown };
  expect(answer.status).toBe(400);
  return errors;
}

test("a repeated PUT replaces the whole level, which keeps its id, and the product at all locations", async () => {
  const { store, place } = await newShop(service);
  const second = await newPlace(store, "Second");
  const full = { ...fullLevel(place), kind: "PRODUCT" };
  const [first, other] = await putStock(store, [full, { ...full, location_id: second }]);
  const renamed = { id: "tee-m", title: "Tee, medium" };
  const [replaced] = await putStock(store, [levelOf(place, { product: renamed, quantity: 7 })]);
  const product = { ...renamed, sku: null, upc: null, image_url: null };
  expect(replaced as unknown).toEqual({
    ...{ id: first?.id, location: first?.location, created_at: first?.created_at, updated_at: anInstant },
    ...{ product, quantity: 7, available: 7, committed: 0, reserved: 0, buildable: 0 },
    ...{ total_available: 7, external_ids: {} },
  });
  const level = await answerOf(store.get(`${LEVELS}/${other?.id}`));
  expect(level).toEqual(ok({ inventory_level: { ...other, product, updated_at: replaced?.updated_at } }));
  expect(await itemsOf(store)).toMatchObject([
    { name: "Tee, medium", sku: null, quantity: 47, updated_at: replaced?.updated_at },
  ]);
});

test("the last occurrence of a product in a request determines its data", async () => {
  const { store, place } = await newShop(service);
  const second = await newPlace(store, "Second");
  const named = (title: string) => ({ product: { id: "tee", title } });
  const put = [levelOf(place, named("First")), levelOf(second, named("Last"))];
  const stored = await putStock(store, put);
  expect(stored.map(({ product }) => product.title)).toEqual(["Last", "Last"]);
  expect(await putStock(store, put)).toEqual(stored);
});

test("putting the same values again changes nothing, and otherwise only the changed rows change", async () => {
  const { store, place } = await newShop(service);
  const second = await newPlace(store, "Second");
  const put = [
    { ...fullLevel(place), external_ids: { a: "1", b: "2" } },
    levelOf(place),
    levelOf(second),
    levelOf(second, { product: { id: "mug", title: "Mug" } }),
  ];
  const before = await putStock(store, put);
  const items = await itemsOf(store);
  service.setClock(new Date(Date.now() + 60_000));
  const again = [{ ...fullLevel(place), external_ids: { b: "2", a: "1" } }, ...put.slice(1)];
  expect(await putStock(store, again)).toEqual(before);
  expect(await itemsOf(store)).toEqual(items);

  const [, , changed] = await putStock(store, again.with(2, levelOf(second, { committed: 1 })));
  service.setClock(undefined);
  expect(changed?.updated_at).not.toBe(String(before[2]?.updated_at));
  const at = changed?.updated_at;
  expect((await levelsOf(store)).map((level) => [level.id, level.updated_at === at])).toEqual([
    [String(changed?.id), true],
    ...[before[3], before[1], before[0]].map((level) => [String(level?.id), false]),
  ]);
  expect((await itemsOf(store)).map((item) => [item.name, item.updated_at === at])).toEqual([
    ["Tee", true],
    ["Mug", false],
    ["Tee, M", false],
  ]);
});

test("a later change has a later updated_at, even when the clock goes back or stands still", async () => {
  const { store, place } = await newShop(service);
  const times: string[] = [];
  for (const [i, clock] of ["10:00:05", "10:00:05", "09:00:00", "10:00:05", "11:00:00"].entries()) {
    service.setClock(new Date(`2027-01-01T${clock}.000Z`));
    const [level] = await putStock(store, [levelOf(place, { quantity: i })]);
    times.push(level?.updated_at ?? "");
  }
  service.setClock(undefined);
  const ends = ["10:00:05.000", "10:00:05.001", "10:00:05.002", "10:00:05.003", "11:00:00.000"];
  expect(times).toEqual(ends.map((end) => `2027-01-01T${end}Z`));
});

test("500 levels are stored in one request and returned in its order, 501 are 400, and none are valid", async () => {
  const { store, place } = await newShop(service);
  const many = Array.from({ length: 501 }, (_, i) =>
    levelOf(place, { product: { id: `p-${(i * 7919) % 501}`, title: `Product ${i}` }, quantity: i }),
  );
  const refused = await answerOf(store.put(LEVELS, { inventory_levels: many }));
  expect(refused).toMatchObject({ status: 400, body: { errors: [{ pointer: "/inventory_levels" }] } });
  expect(await levelsOf(store)).toEqual([]);

  const stored = await putStock(store, many.slice(1));
  expect(stored.map(({ product, quantity }) => [product.id, quantity])).toEqual(
    many.slice(1).map(({ product, quantity }) => [product.id, quantity]),
  );
  expect(await putStock(store, [])).toEqual([]);
});

test("PUT levels: a repeated level, an unknown location or one of another store is 400 and stores nothing", async () => {
  const { store, place } = await newShop(service);
  const theirs = (await newShop(service)).place;
  const put = (levels: unknown) => store.put(LEVELS, { inventory_levels: levels });
  const twice = "The level of the product tee at this location is repeated.";
  expect(
    await faultsOf(
      put([
        levelOf(place, { kind: "RETURN" }),
        levelOf(place),
        levelOf("loc_none"),
        levelOf(place, { quantity: 1, kind: "PRODUCT" }),
        levelOf(theirs),
      ]),
    ),
  ).toEqual([
    { detail: twice, pointer: "/inventory_levels/3" },
    { detail: "The store has no location loc_none.", pointer: "/inventory_levels/2/location_id" },
    { detail: `The store has no location ${theirs}.`, pointer: "/inventory_levels/4/location_id" },
  ]);
  expect(await faultsOf(put([levelOf(place), { ...levelOf(place), quantity: -1 }]))).toEqual([
    {
      detail: "inventory_levels.1.quantity must be a whole number from 0 to 2147483647.",
      pointer: "/inventory_levels/1/quantity",
    },
  ]);
  expect([await levelsOf(store), await itemsOf(store)]).toEqual([[], []]);
});

test.each<[member: string, ...values: unknown[]]>([
  ["quantity", undefined, null, -1, 1.5, 2_147_483_648, 1e300, "1", true],
  ["committed", -1, 0.5, 2_147_483_648, "1"],
  ["reserved", -1, 0.5, 2_147_483_648, "1"],
  ["buildable", -1, 0.5, 2_147_483_648, "1"],
  ["kind", "product", "", 1],
  ["location_id", undefined, null, 1],
  ["external_ids", [], "a", { a: 1 }, { a: null }, { a: {} }],
  ["product", undefined, null, "tee", {}, { id: "tee" }, { title: "Tee" }, { id: "", title: "Tee" }],
  ["product", { id: 1, title: "Tee" }, { id: "x".repeat(256), title: "" }, { id: "a\u0000", title: "" }],
  ["product", { id: "tee", title: "Tee", sku: 1 }, { id: "tee", title: "Tee", sku: "x".repeat(256) }],
])("an invalid %s is 400 with its pointer", async (member, ...values) => {
  const { store, place } = await newShop(service);
  for (const value of values) {
    const level = levelOf(place, { [member]: value });
    const faults = await faultsOf(store.put(LEVELS, { inventory_levels: [level] }));
    const pointer = expect.stringMatching(new RegExp(`^/inventory_levels/0/${member}(/|$)`));
    for (const fault of faults as unknown[]) expect(fault).toEqual({ detail: expect.any(String), pointer });
  }
  expect(await levelsOf(store)).toEqual([]);
});

test("PUT levels: external ids may have any names, and unknown fields are ignored", async () => {
  const { store, place } = await newShop(service);
  const ids: Record<string, string> = JSON.parse(
    `{"__proto__": "1", "constructor": "2", "a\\nb": "3", "": "4", "ü": ""}`,
  );
  const product = { id: "tee", title: "Tee", quantity: 9, kind: "RETURN", weight: 3 };
  const levels = [levelOf(place, { external_ids: ids, colour: "red", id: "li_mine", product })];
  const response = await store.put(LEVELS, JSON.stringify({ inventory_levels: levels, more: 1 }));
  expect(response.status).toBe(200);
  const [level] = await levelsOf(store);
  expect(Object.entries(level?.external_ids ?? {}).toSorted()).toEqual(Object.entries(ids).toSorted());
  expect(level).toMatchObject({ id: anId("li"), quantity: 10 });
  expect(await itemsOf(store)).toMatchObject([{ kind: "PRODUCT", quantity: 10 }]);
});
