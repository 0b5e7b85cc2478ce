import { afterAll, beforeAll, expect, test } from "bun:test";
import { importLevels } from "../../../src/features/inventory/import-levels.ts";
import { changesAfter, changesOf, endOf, pageOf } from "../../support/changes.ts";
import { order, returnOf } from "../../support/fixtures.ts";
import { itemsOf, LEVELS, levelOf, levelsOf, newShop, putStock } from "../../support/inventory.ts";
import type { Json } from "../../support/orders.ts";
import { newReturn, postReturn, returnIn } from "../../support/returns.ts";
import { startService, type TestService, type TestStore } from "../../support/service.ts";
import { shopLine, shopOrder, upsertOrder } from "../../support/shop-orders.ts";
import { DONE, numberOf, warehouse } from "../../support/warehouse.ts";

let service: TestService;
let store: TestStore;
beforeAll(async () => {
  service = await startService();
  store = await service.newStore();
});
afterAll(() => service.stop());

async function must(response: Promise<Response>): Promise<Response> {
  const { status } = await response;
  expect(status).toBeLessThan(300);
  return response;
}

test("an order adds its customer and itself with the data of GET; a rejected order adds nothing", async () => {
  const post = () => store.post("/stores/:store/orders", order("first"));
  const made = await changesOf(store, () => must(post()));
  expect(made.map(([type]) => type)).toEqual(["customer.created", "order.created"]);
  expect(made[0]?.[1]).toBe("customer-of-first");
  const [{ data } = { data: {} }] = (await changesAfter(store)).slice(-1);
  expect(data).toEqual(await (await store.get("/stores/:store/orders/first")).json());
  expect(await changesOf(store, post)).toEqual([]);
});

test("a fulfillment and its tracking update the order", async () => {
  const [, [, orderId] = []] = await changesOf(store, () =>
    must(store.post("/stores/:store/orders", order("sent"))),
  );
  const path = "/stores/:store/orders/sent/fulfillments";
  const parcel = { fulfillmentId: "parcel", lineItems: [{ id: "line-1", quantity: 1 }] };
  expect(await changesOf(store, () => must(store.post(path, parcel)))).toEqual([
    ["order.updated", orderId ?? ""],
  ]);
  const event = { message: "Here", status: "delivered", datetime: "2026-03-02T10:00:00Z" };
  const tracked = () => must(store.post(`${path}/parcel/tracking-events`, event));
  expect(await changesOf(store, tracked)).toEqual([["order.updated", orderId ?? ""]]);
  const [{ data } = { data: {} }] = (await changesAfter(store)).slice(-1);
  expect(data).toEqual(await (await store.get("/stores/:store/orders/sent")).json());
  expect(await changesOf(store, () => store.post(path, parcel))).toEqual([]);
});

test("a return adds its creation and each change of its status, comments, notes and fields", async () => {
  await must(store.post("/stores/:store/orders", order("back")));
  const [[type, id] = ["", ""]] = await changesOf(store, () =>
    must(store.post("/stores/:store/returns", returnOf("back"))),
  );
  expect(type).toBe("return.created");
  const updated = [["return.updated", id]];
  const changes: [string, () => Promise<Response>][] = [
    ["status", () => store.put(`/returns/${id}/status`, { status: "in_transit" })],
    ["comment", () => store.post(`/returns/${id}/comments`, { comment: { message: "Wet" } })],
    ["patch", () => store.patch(`/returns/${id}`, { tags: [{ name: "vip" }] })],
  ];
  for (const [, change] of changes) {
    expect(await changesOf(store, () => must(change()))).toEqual(updated as [string, string][]);
  }
  const [{ data } = { data: {} }] = (await changesAfter(store)).slice(-1);
  expect(data).toEqual(await (await store.get(`/returns/${id}`)).json());
  const nothing = () => must(store.patch(`/returns/${id}`, { tags: [{ name: "vip" }] }));
  expect(await changesOf(store, nothing)).toEqual([]);
  const refused = () => store.put(`/returns/${id}/status`, { status: "pre_shipment" });
  expect(await changesOf(store, refused)).toEqual([]);
});

test("an order that its shop edits updates the returns that show it otherwise", async () => {
  const line = (changes: Json = {}) => ({ lineItems: [shopLine("line-1", 2, "10.00", changes)] });
  const put = (changes: Json, minute: number) => () =>
    upsertOrder(store, shopOrder("edited", { ...changes, updatedAt: `2026-03-01T11:0${minute}:00Z` }));
  await put(line(), 0)();
  const [{ id }, deleted] = [
    await returnIn(postReturn(store, "edited")),
    await returnIn(postReturn(store, "edited")),
  ];
  await must(store.put(`/returns/${deleted.id}/status`, { status: "deleted" }));
  const changes = await changesOf(store, put(line({ sku: "NEW", title: "New" }), 1));
  expect(changes.map(([type]) => type)).toEqual(["order.updated", "return.updated", "return.updated"]);
  expect(changes.map(([, changed]) => changed).slice(1)).toEqual([id, deleted.id].sort());
  const [{ data } = { data: {} }] = (await changesAfter(store)).filter((each) => each.id === id).slice(-1);
  expect(data).toMatchObject({ return: { items: [{ sku: "NEW" }] } });
  expect(data).toEqual(await (await store.get(`/returns/${id}`)).json());
  const tagged = await changesOf(store, put({ ...line({ sku: "NEW", title: "New" }), tags: ["vip"] }, 2));
  expect(tagged.map(([type]) => type)).toEqual(["order.updated"]);
});

test("an action of the warehouse updates the return", async () => {
  const { id } = await newReturn(store);
  const number = await numberOf(store, id);
  const act = (action: string, body?: object) => async () =>
    expect(await warehouse(service, store, `POST /return/${number}/${action}`, body && { body })).toEqual(
      DONE,
    );
  for (const work of [act("note", { content: "Dry" }), act("flag"), act("close")]) {
    expect(await changesOf(store, work)).toEqual([["return.updated", id]]);
  }
});

test("a profile is added when it is created or changed, singly and in bulk", async () => {
  const event = (customer: object) => ({ eventName: "visited", customer: { id: "ada", ...customer } });
  const one = (customer: object) => () => must(store.post("/stores/:store/events", event(customer)));
  expect(await changesOf(store, one({ firstName: "Ada" }))).toEqual([["customer.created", "ada"]]);
  expect(await changesOf(store, one({ firstName: "Ada" }))).toEqual([]);
  expect(await changesOf(store, one({ lastName: "L" }))).toEqual([["customer.updated", "ada"]]);
  const [{ data } = { data: {} }] = (await changesAfter(store)).slice(-1);
  expect(data).toMatchObject({ id: "ada", email: null, firstName: "Ada", lastName: "L" });
  const events = [event({}), event({ firstName: "Grace" }), { eventName: "x", customer: { id: "bob" } }];
  const bulk = () => must(store.post("/stores/:store/events/bulk", { events }));
  expect(await changesOf(store, bulk)).toEqual([
    ["customer.updated", "ada"],
    ["customer.created", "bob"],
  ]);
  const moved = one({ id: "ada", email: "ada@example.test" });
  expect(await changesOf(store, moved)).toEqual([["customer.updated", "ada"]]);
});

test("a customer's id may have any characters, and a page of many reads each profile", async () => {
  const ids = [
    'a "quote"',
    "back\\slash",
    "tab\tand\u001eand\u001f",
    "{braces, and commas}",
    "Zoë 日本 👟",
    "null",
    " ",
  ];
  const events = ids.map((id) => ({ eventName: "visited", customer: { id, firstName: `of ${id}` } }));
  const end = await endOf(store);
  await must(store.post("/stores/:store/events/bulk", { events }));
  const changes = await changesAfter(store, end);
  expect(changes.map(({ id }) => id).sort()).toEqual([...ids].sort());
  for (const { id, data } of changes) expect(data).toMatchObject({ id, firstName: `of ${id}` });
});

test("a PUT and an import add the levels and items that change", async () => {
  const shop = await newShop(service);
  const put = (...levels: Record<string, unknown>[]) =>
    changesOf(shop.store, () =>
      putStock(
        shop.store,
        levels.map((level) => levelOf(shop.place, level)),
      ),
    );
  const mug = { product: { id: "mug", title: "Mug" } };
  const created = await put({}, mug);
  const [levels, items] = [await levelsOf(shop.store), await itemsOf(shop.store)];
  const ids = (rows: { id: string }[]) => rows.map(({ id }) => id).sort();
  const of = (all: [string, string][], wanted: string) =>
    all
      .filter(([type]) => type === wanted)
      .map(([, id]) => id)
      .sort();
  expect(of(created, "level.updated")).toEqual(ids(levels));
  expect(of(created, "item.updated")).toEqual(ids(items));
  expect(created).toHaveLength(4);
  expect(await put({}, mug)).toEqual([]);
  const tee = (rows: { id: string }[], name: string) =>
    rows.find((row) => JSON.stringify(row).includes(`"${name}"`))?.id ?? "";
  const changed = await put({ quantity: 9 }, mug);
  expect(changed.sort()).toEqual([
    ["item.updated", tee(items, "Tee")],
    ["level.updated", tee(levels, "Tee")],
  ]);
  const renamed = await put({ quantity: 9, product: { id: "tee", title: "T-shirt" } });
  expect(renamed.sort()).toEqual(changed);

  const csv = `product_id,title,location_id,quantity\nmug,Mug,${shop.place},3\ntee,T-shirt,${shop.place},9\n`;
  const imported = await changesOf(shop.store, () =>
    importLevels(
      shop.store.ctx,
      { storeId: shop.store.id, by: "test", byId: null, requestId: "r" },
      {
        file: new Blob([csv]).stream(),
        onProgress: () => {},
        onFault: () => {},
      },
    ),
  );
  expect(imported.map(([type]) => type).sort()).toEqual(["item.updated", "level.updated"]);
  const all = await changesAfter(shop.store);
  const last = new Map(all.map(({ id, data }) => [id, data]));
  for (const row of [...(await levelsOf(shop.store)), ...(await itemsOf(shop.store))]) {
    expect(last.get(row.id)).toEqual(row);
  }
  expect((await shop.store.put(LEVELS, { inventory_levels: [] })).status).toBe(200);
});

test("a change of an object that no longer exists has null as its data", async () => {
  await must(store.post("/stores/:store/events", { eventName: "visited", customer: { id: "gone" } }));
  const end = await endOf(store);
  await store.ctx.db.execute(`delete from customers where id = 'gone'`);
  const { changes } = await pageOf(store, `?after=${end - 1}`);
  expect(changes).toMatchObject([{ type: "customer.created", id: "gone", data: null }]);
});
