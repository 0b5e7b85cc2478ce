import { expect, test } from "bun:test";
import { createLocation } from "../../../../src/features/stores/create-location.ts";
import { levelOf, putStock } from "../../../support/inventory.ts";
import { moveTo, newOrder, newReturn, postReturn, returnIn } from "../../../support/returns.ts";
import {
  countsOf,
  levelLines,
  newStockedShop,
  patched,
  patchItem,
  returnOfLine,
  stockLines,
} from "../../../support/stock.ts";
import { useService } from "../../../support/use-service.ts";

const service = useService();

const mug = (quantity?: number) => ({ product: { externalId: "mug" }, ...(quantity && { quantity }) });

/** Creates a shop with ten mugs, and returns how many of them are reserved. */
async function shopWithMugs() {
  const { store, place } = await newStockedShop(service);
  await putStock(store, [levelOf(place, { product: { id: "mug", title: "Mug" }, reserved: 1 })]);
  const reserved = async () => (await countsOf(store))["mug at Main"]?.reserved;
  return { store, place, reserved };
}

test("what is sent in exchange is reserved until the return is completed or deleted", async () => {
  const { store, reserved } = await shopWithMugs();
  const made = await returnOfLine(store);
  const exchange = (items: object[]) => patched(store, made.id, { exchange: { items } });
  const steps: [() => Promise<unknown>, number][] = [
    [() => exchange([mug(2)]), 3],
    [() => exchange([mug(2)]), 3],
    [() => exchange([mug(), mug(4)]), 6],
    [() => patchItem(store, made, { grade: "B" }), 6],
    [() => patchItem(store, made, { exchangeItem: mug(3) }), 6],
    [() => patchItem(store, made, { exchangeItem: mug(7) }), 8],
    [() => exchange([]), 8],
    [() => patchItem(store, made, { exchangeItem: null }), 1],
    [() => exchange([mug(2)]), 3],
    [() => moveTo(store, made.id, "delivered"), 3],
    [() => moveTo(store, made.id, "complete"), 1],
    [() => exchange([mug(3)]), 1],
    [() => moveTo(store, made.id, "open"), 4],
    [() => patched(store, made.id, { exchange: null }), 1],
    [() => exchange([mug(2)]), 3],
    [() => moveTo(store, made.id, "deleted"), 1],
    [() => exchange([mug(5)]), 1],
  ];
  for (const [i, [step, units]] of steps.entries()) {
    await step();
    expect([i, await reserved()]).toEqual([i, units]);
  }
  const lines = await levelLines(store);
  expect(lines.every(({ to }) => to.quantity === 10)).toBe(true);
  expect(lines.slice(1).map((line) => line.return_id)).toEqual(lines.slice(1).map(() => made.id));
  expect((await stockLines(store, made.id))[0]).toMatchObject({
    ...{ stock: "reserved", units: 2, itemId: null, productId: "mug", reason: null },
  });
});

test("a return that is created with an exchange reserves it, the variant rather than the product", async () => {
  const { store, place } = await newStockedShop(service);
  await putStock(store, [levelOf(place), levelOf(place, { product: { id: "tee-m", title: "Tee, M" } })]);
  const orderId = await newOrder(store);
  const item = { lineItemId: "line-1", quantity: 2, reason: "Too small", compensation: "exchange" };
  const made = await returnIn(postReturn(store, orderId, { items: [item] }));
  expect(await countsOf(store)).toEqual({
    "tee at Main": { quantity: 10, reserved: 0 },
    "tee-m at Main": { quantity: 10, reserved: 2 },
  });
  await moveTo(store, made.id, "complete");
  expect((await countsOf(store))["tee-m at Main"]?.reserved).toBe(0);
});

test("more units than a level can count are reserved as far as it can", async () => {
  const { store, reserved } = await shopWithMugs();
  const lines = Array.from({ length: 2_200 }, (_, i) => `${i}`);
  const lineItems = lines.map((id) => ({ id, productId: "tee", title: "Tee", quantity: 1, price: 1 }));
  const wanted = lines.map((lineItemId) => ({ lineItemId, quantity: 1, reason: "" }));
  const { id, items } = await newReturn(store, { items: wanted }, { lineItems });
  await patched(store, id, { items: items.map((item) => ({ id: item.id, exchangeItem: mug(1_000_000) })) });
  expect(await reserved()).toBe(2_147_483_647);
});

test("a level that another one became the default beside is the one that is released", async () => {
  const { store, place, reserved } = await shopWithMugs();
  const made = await returnOfLine(store);
  await patched(store, made.id, { exchange: { items: [mug(2)] } });
  await createLocation(store.ctx, store.id, { name: "New", isDefault: true });
  const later = await returnOfLine(store);
  await patched(store, later.id, { exchange: { items: [mug()] } });
  expect(await countsOf(store)).toEqual({
    "mug at Main": { quantity: 10, reserved: 3 },
    "mug at New": { quantity: 0, reserved: 1 },
  });
  // A file of stock that doesn't know of the reservation.
  await putStock(store, [levelOf(place, { product: { id: "mug", title: "Mug" } })]);
  await moveTo(store, made.id, "complete");
  expect(await reserved()).toBe(0);
});

test("what the store keeps no stock of, or what names no product, is not reserved, and the timeline says so", async () => {
  const { store, place } = await newStockedShop(service);
  const made = await returnOfLine(store);
  await patched(store, made.id, { exchange: { items: [mug(2), { quantity: 1 }] } });
  expect(await countsOf(store)).toEqual({});
  expect(
    (await stockLines(store, made.id)).map(({ units, reason }) => `${units} ${reason}`).toSorted(),
  ).toEqual(["1 no_product", "2 not_stocked"]);
  await putStock(store, [levelOf(place, { product: { id: "mug", title: "Mug" } })]);
  await patched(store, made.id, { exchange: { items: [mug(3)] } });
  expect((await countsOf(store))["mug at Main"]?.reserved).toBe(3);
});

test("what can't be reserved is said once, and not with each later change, until it can", async () => {
  const { store, place } = await newStockedShop(service);
  const made = await returnOfLine(store);
  const said = async () =>
    (await stockLines(store, made.id)).map(
      ({ units, reason, productId }) => `${units} ${reason ?? productId}`,
    );
  await patched(store, made.id, { exchange: { items: [mug(2)] } });
  for (const status of ["in_transit", "delivered", "in_review"]) await moveTo(store, made.id, status);
  await patchItem(store, made, { outcome: "donate" });
  expect(await said()).toEqual(["2 not_stocked"]);
  await patched(store, made.id, { exchange: { items: [mug(3)] } });
  expect(await said()).toEqual(["2 not_stocked", "3 not_stocked"]);
  await putStock(store, [levelOf(place, { product: { id: "mug", title: "Mug" } })]);
  await moveTo(store, made.id, "flagged");
  expect(await said()).toEqual(["2 not_stocked", "3 not_stocked", "3 mug"]);
  expect((await countsOf(store))["mug at Main"]?.reserved).toBe(3);
});

test("erasing the customer of an open return releases what was reserved, and leaves what was restocked", async () => {
  const { store, reserved } = await shopWithMugs();
  const id = "customer-to-erase";
  const made = await returnOfLine(store, { order: { customer: { id, email: "erase@example.test" } } });
  await patched(store, made.id, { exchange: { items: [mug(2)] } });
  await patchItem(store, made, { outcome: "restock" });
  expect(await reserved()).toBe(3);
  expect((await store.post(`/stores/:store/customers/${id}/erase`, undefined)).status).toBe(202);
  await service.drain();
  expect(await countsOf(store)).toEqual({
    "mug at Main": { quantity: 10, reserved: 1 },
    "tee at Main": { quantity: 3, reserved: 0 },
  });
  await moveTo(store, made.id, "complete");
  await moveTo(store, made.id, "deleted");
  await moveTo(store, made.id, "open");
  expect(await reserved()).toBe(1);
});
