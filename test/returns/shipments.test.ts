import { expect, test } from "bun:test";
import { anId, answerOf, historyOf, moveTo, newReturn, readReturn, returnIn } from "../support/returns.ts";
import type { TestStore } from "../support/service.ts";
import { useService } from "../support/use-service.ts";

const service = useService();

function ship(store: TestStore, id: string, ...statuses: (string | undefined)[]): Promise<Response> {
  return store.patch(`/returns/${id}`, { shipments: statuses.map((status) => ({ carrier: "DHL", status })) });
}

/** Returns the status of a return that was moved to `from` and whose shipments then got these statuses. */
async function after(from: string, ...statuses: string[]): Promise<string> {
  const store = await service.newStore({ firstStatus: from === "pre_shipment" ? from : "open" });
  const { id } = await newReturn(store);
  if (from === "in_review") await moveTo(store, id, "needs_review");
  if (from !== "open" && from !== "pre_shipment") await moveTo(store, id, from);
  const { status } = await returnIn(ship(store, id, ...statuses));
  expect((await historyOf(store, id)).at(-1)?.to).toBe(status);
  return status;
}

test.each(["in_transit", "delivered"])(
  "a shipment that becomes %s moves an open return to the same status",
  async (status) => {
    const store = await service.newStore();
    const { id, createdAt } = await newReturn(store, { label: { carrier: "DHL" } });
    const response = await ship(store, id, status);
    const requestId = response.headers.get("X-Request-Id") ?? "";
    const { updatedAt } = (await readReturn(store, id)).return;
    expect((await returnIn(response)).status).toBe(status);
    expect((await historyOf(store, id)).slice(1)).toEqual([
      { from: "open", to: status, at: updatedAt, by: "test client", byId: anId("cli"), requestId },
    ]);
    expect(updatedAt > createdAt).toBe(true);
  },
);

test("a return follows its parcel from label to delivery and enters each status once", async () => {
  const store = await service.newStore();
  const { id } = await newReturn(store, { label: { carrier: "DHL" } });
  for (const status of [
    "pre_transit",
    "in_transit",
    "in_transit",
    "out_for_delivery",
    "delivered",
    "delivered",
  ]) {
    await ship(store, id, status);
  }
  expect((await historyOf(store, id)).map(({ to }) => to)).toEqual(["open", "in_transit", "delivered"]);
});

test.each([
  "unknown",
  "pre_transit",
  "out_for_delivery",
  "available_for_pickup",
  "cancelled",
  "error",
  "failure",
  "return_to_sender",
  "expired",
])("a shipment that becomes %s leaves the return open", async (status) => {
  expect(await after("open", status)).toBe("open");
});

test.each([
  "pre_shipment",
  "delivered",
  "needs_review",
  "in_review",
  "flagged",
  "complete",
  "rejected",
  "deleted",
])("a return that is %s is not moved by its shipments", async (from) => {
  expect([await after(from, "in_transit"), await after(from, "delivered")]).toEqual([from, from]);
});

test("with several shipments the one that is furthest along decides", async () => {
  expect(await after("open", "unknown", "in_transit")).toBe("in_transit");
  expect(await after("open", "in_transit", "delivered")).toBe("delivered");
  expect(await after("in_transit", "in_transit", "delivered")).toBe("delivered");
});

test("a reopened return stays open until the status of a shipment changes", async () => {
  const store = await service.newStore();
  const { id } = await newReturn(store);
  await ship(store, id, "in_transit");
  for (const to of ["needs_review", "open"]) await moveTo(store, id, to);
  await ship(store, id, "in_transit", "unknown");
  expect(await answerOf(store.get(`/returns/${id}/status`))).toMatchObject({ body: { status: "open" } });
  await ship(store, id, "delivered", "unknown");
  expect(await answerOf(store.get(`/returns/${id}/status`))).toMatchObject({ body: { status: "delivered" } });
});

test("an item lists the shipment groups that contain it", async () => {
  const store = await service.newStore();
  const items = ["line-1", "line-2"].map((lineItemId) => ({ lineItemId, quantity: 1, reason: "r" }));
  const { id, items: given } = await newReturn(store, { items });
  const [first, second] = given.map((item) => item.id);
  const shipments = [
    { shipmentGroupId: "a", itemIds: [first, second] },
    { shipmentGroupId: "b", itemIds: [second] },
    { itemIds: [first] },
  ];
  const { items: after } = await returnIn(store.patch(`/returns/${id}`, { shipments }));
  expect(after.map(({ shipmentGroupIds }) => shipmentGroupIds)).toEqual([["a"], ["a", "b"]]);
});
