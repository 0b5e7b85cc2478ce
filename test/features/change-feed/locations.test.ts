import { expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { announceLocationJob } from "../../../src/features/change-feed/announce-location-job.ts";
import { changesAfter, changesOf, endOf } from "../../support/changes.ts";
import { fillLists } from "../../support/fill-lists.ts";
import { itemsOf, levelOf, levelsOf, newPlace, newShop, putStock } from "../../support/inventory.ts";
import type { Json } from "../../support/orders.ts";
import { newOrder, postReturn, returnIn } from "../../support/returns.ts";
import type { TestStore } from "../../support/service.ts";
import { useService } from "../../support/use-service.ts";

const service = useService();

async function put(store: TestStore, id: string, body: Json): Promise<void> {
  const { status } = await store.put(`/stores/:store/locations/${id}`, { name: "East", ...body });
  expect(status).toBe(200);
}

test("a location's new name and address update the levels, items and returns that show it, and no others", async () => {
  const { store, place: east } = await newShop(service);
  const west = await newPlace(store, "West");
  await putStock(store, [levelOf(east)]);
  await putStock(store, [levelOf(west, { product: { id: "cap", title: "Cap" } })]);
  for (const [orderId, locationId] of Object.entries({ east, west }))
    await newOrder(store, { orderId, locationId });
  const { id } = await returnIn(postReturn(store, "east"));
  await returnIn(postReturn(store, "west"));
  const [level] = await levelsOf(store, `?location_id=${east}`);
  const [item] = await itemsOf(store, `?location_id=${east}`);
  const end = await endOf(store);
  const change = (body: Json) => async () => {
    await put(store, east, body);
    await service.drain();
  };
  const moved = { name: "New East", address: { line1: "1 Road" }, phoneNumber: "+12015550177" };
  expect(await changesOf(store, change(moved))).toEqual([
    ["level.updated", level?.id ?? ""],
    ["item.updated", item?.id ?? ""],
    ["return.updated", id],
  ]);
  const [ofLevel, ofItem, ofReturn] = (await changesAfter(store, end)).map(({ data }) => data);
  expect(ofLevel).toMatchObject({ location: { id: east, name: "New East" } });
  expect(ofItem).toMatchObject({ locations: [{ location_id: east, location_name: "New East" }] });
  expect(ofReturn).toMatchObject({
    return: { destination: { mailingAddress: { line1: "1 Road" }, phoneNumber: "+12015550177" } },
  });
  expect(await changesOf(store, change(moved)), "the same once more").toEqual([]);
  expect(await changesOf(store, change({ ...moved, isDefault: true })), "nothing shows it").toEqual([]);
});

test("of many returns each is updated once, in slices that go on where another process ended", async () => {
  const { store, place } = await newShop(service);
  const count = 2_500;
  await fillLists(store.ctx.longDb, [store.id], { count, people: 10 });
  await store.ctx.db.execute(sql`
    update returns set destination_id = ${place} where store_id = ${store.id} and number % 2 = 0`);
  const { rows } = await store.ctx.db.execute<{ id: string }>(sql`
    select id from returns where store_id = ${store.id} and destination_id = ${place}`);
  const shown = rows.map(({ id }) => id).sort();
  expect(shown.length).toBeGreaterThan(1_000);

  const end = await endOf(store);
  await put(store, place, { name: "First" });
  const data = { storeId: store.id, locationId: place };
  await announceLocationJob.handle(store.ctx, [data]);
  await announceLocationJob.handle(store.ctx, [data]);
  const first = await changesAfter(store, end);
  expect(first.length).toBeGreaterThan(0);
  expect(first.length).toBeLessThan(shown.length);
  await service.drain();
  const updated = async (after: number) => (await changesAfter(store, after)).map(({ id }) => id).sort();
  expect(await updated(end)).toEqual(shown);

  // What changes meanwhile begins no second job: all are announced once more after this one.
  const next = await endOf(store);
  await put(store, place, { name: "Second" });
  await announceLocationJob.handle(store.ctx, [data]);
  for (const name of ["Third", "Fourth"]) await put(store, place, { name });
  const waiting = await store.ctx.db.execute(sql`
    select id from pgboss.job where name = ${announceLocationJob.name} and state = 'created' and data ->> 'storeId' = ${store.id}`);
  await service.drain();
  expect(await updated(next)).toEqual([...shown, ...shown].sort());
  expect(waiting.rows, "its own job, and that of the slice above").toHaveLength(2);
  const left = await store.ctx.db.execute(sql`select from location_changes where store_id = ${store.id}`);
  expect(left.rows).toEqual([]);
});
