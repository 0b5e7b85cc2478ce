import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  anId,
  answerOf,
  historyOf,
  moveTo,
  newReturn,
  readReturn,
  returnIn,
} from "../../../support/returns.ts";
import type { TestStore } from "../../../support/service.ts";
import { useService } from "../../../support/use-service.ts";

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

describe("a shipment is the same one while its tracker is, else its shipmentGroupId:", () => {
  type Parcel = { tracker?: string; shipmentGroupId?: string; carrier?: string; status?: string };
  const a = { tracker: "A", status: "in_transit" };
  const b = { tracker: "B", status: "unknown" };
  const inGroup = (status: string) => ({ shipmentGroupId: "g", status });

  /** Returns the status of a reopened return with the first shipments after a patch with the second. */
  async function reopenedAfter(before: Parcel[], after: Parcel[]): Promise<string> {
    const store = await service.newStore();
    const { id } = await newReturn(store);
    await store.patch(`/returns/${id}`, { shipments: before });
    for (const to of ["needs_review", "open"]) await moveTo(store, id, to);
    return (await returnIn(store.patch(`/returns/${id}`, { shipments: after }))).status;
  }

  test.each<[string, Parcel[], Parcel[]]>([
    ["permuted", [a, b], [b, a]],
    ["one is removed before it", [b, a], [a]],
    ["one is added before it", [a], [b, a]],
    ["another changes", [a, b], [{ ...b, status: "pre_transit" }, a]],
    ["it changes its carrier and group", [a], [{ ...a, carrier: "UPS", shipmentGroupId: "g" }]],
    ["groups permuted", [inGroup("in_transit"), b], [b, inGroup("in_transit")]],
    ["a group gets its tracker", [inGroup("in_transit")], [{ ...inGroup("in_transit"), tracker: "T" }]],
    ["a group loses its tracker", [{ ...inGroup("in_transit"), tracker: "T" }], [inGroup("in_transit")]],
    ["the same tracker twice", [a, a, b], [b, a, a]],
    ["without both", [{ status: "in_transit" }, {}], [{}, { status: "in_transit" }]],
    ["without both, and fewer", [{}, { status: "in_transit" }], [{ status: "in_transit" }]],
  ])("no shipment's own change leaves the return: %s", async (_, before, after) => {
    expect(await reopenedAfter(before, after)).toBe("open");
  });

  test.each<[string, Parcel[], Parcel[], string]>([
    ["it changes, elsewhere", [a, b], [{ ...b, status: "in_transit" }, a], "in_transit"],
    ["it is delivered, elsewhere", [b, a], [{ ...a, status: "delivered" }, b], "delivered"],
    ["another tracker takes its place", [a], [{ ...a, tracker: "C" }], "in_transit"],
    [
      "another tracker of its group",
      [{ ...a, shipmentGroupId: "g" }],
      [{ ...a, tracker: "C", shipmentGroupId: "g" }],
      "in_transit",
    ],
    ["a second one with the same status", [a], [a, { ...a, tracker: "C" }], "in_transit"],
    [
      "another group",
      [inGroup("in_transit")],
      [{ shipmentGroupId: "h", status: "in_transit" }],
      "in_transit",
    ],
    [
      "its group, with a tracker",
      [inGroup("unknown")],
      [{ ...inGroup("delivered"), tracker: "T" }],
      "delivered",
    ],
  ])("its own change moves the return: %s", async (_, before, after, status) => {
    expect(await reopenedAfter(before, after)).toBe(status);
  });

  test("any permutation of any shipments leaves the return", async () => {
    const store = await service.newStore();
    const { id } = await newReturn(store);
    const shipment = fc.record({
      tracker: fc.constantFrom("A", "B", "C", undefined),
      shipmentGroupId: fc.constantFrom("g", "h", undefined),
      carrier: fc.constantFrom("DHL", "UPS"),
      status: fc.constantFrom("in_transit", "delivered", "unknown", undefined),
    });
    const permuted = fc
      .array(shipment, { minLength: 1, maxLength: 5 })
      .chain((given) =>
        fc.tuple(fc.constant(given), fc.shuffledSubarray(given, { minLength: given.length })),
      );
    const stays = fc.asyncProperty(permuted, async ([before, after]) => {
      await store.patch(`/returns/${id}`, { shipments: before });
      for (const to of ["needs_review", "open"]) await moveTo(store, id, to);
      expect((await returnIn(store.patch(`/returns/${id}`, { shipments: after }))).status).toBe("open");
    });
    await fc.assert(stays, { numRuns: 60 });
  });
});

test("an item that the return doesn't have is 400 in a shipment, and nothing changes", async () => {
  const store = await service.newStore();
  const other = await newReturn(store);
  const { id, items } = await newReturn(store);
  const before = await readReturn(store, id);
  const shipments = [
    { itemIds: [items[0]?.id, "rit_none"], status: "delivered" },
    { itemIds: [other.items[0]?.id ?? ""] },
  ];
  expect(await answerOf(store.patch(`/returns/${id}`, { shipments }))).toMatchObject({
    status: 400,
    body: { errors: [{ pointer: "/shipments/0/itemIds/1" }, { pointer: "/shipments/1/itemIds/0" }] },
  });
  expect(await readReturn(store, id)).toEqual(before);
  const many = [{ itemIds: Array.from({ length: 1_000 }, (_, i) => `none ${i}`) }];
  const { body } = await answerOf(store.patch(`/returns/${id}`, { shipments: many }));
  expect((body as { errors: unknown[] }).errors).toHaveLength(100);
});
