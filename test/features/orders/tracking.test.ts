import { expect, test } from "bun:test";
import { SHIPMENT_STATUSES } from "../../../src/features/orders/fulfillment-schema.ts";
import { meetAtWrites } from "../../support/lock-waits.ts";
import {
  freshId,
  fullOrder,
  getOrder,
  type Json,
  leastOrder,
  ORDERS,
  postOrder,
} from "../../support/orders.ts";
import { type Answer, anInstant, answerOf, created, problemAnswer } from "../../support/returns.ts";
import { useService, useStore } from "../../support/use-service.ts";

const service = useService();
/** Another process: within one, requests for the same object wait for each other outside the database. */
const twin = useService({ databaseOf: service });
const store = useStore(service);

const EVENT = { message: "On its way", status: "in_transit", datetime: "2026-03-02T10:00:00.000Z" };
const PARCEL = {
  id: "P/1",
  createdAt: anInstant,
  lineItems: [{ id: "line-2", title: "Mug", productId: "mug", quantity: 1 }],
};

/** Creates an order with the parcel P/1. */
async function newOrder(): Promise<string> {
  const id = freshId();
  await postOrder(store, fullOrder(id));
  const lineItems = [{ id: "line-2", quantity: 1 }];
  await store.post(`${ORDERS}/${id}/fulfillments`, { fulfillmentId: "P/1", lineItems });
  return id;
}

function track(orderId: string, event: unknown, parcel = "P/1", through = store): Promise<Answer> {
  const path = `${ORDERS}/${orderId}/fulfillments/${encodeURIComponent(parcel)}/tracking-events`;
  return answerOf(through.post(path, event));
}

function tracked(trackingHistory: Json[], more: Json = {}): Answer {
  return created({ fulfillment: { ...PARCEL, trackingHistory, ...more } });
}

test("tracking events are sorted by time and read with the order", async () => {
  const orderId = await newOrder();
  const place = { city: "Town", state: "OH", country: "US", postalCode: "43004" };
  const second = { ...EVENT, location: place };
  const first = { ...EVENT, status: "pre_transit", message: "", datetime: "2026-03-02T09:59:59.999Z" };
  const third = { ...EVENT, status: "out_for_delivery", datetime: "2026-03-02T10:00:00.001Z" };
  expect(await track(orderId, second)).toEqual(tracked([second]));
  expect(await track(orderId, third)).toEqual(tracked([second, third]));
  expect(await track(orderId, first)).toEqual(tracked([first, second, third]));
  expect((await getOrder(store, orderId)).body).toMatchObject({
    fulfillments: [{ ...PARCEL, trackingHistory: [first, second, third] }],
  });
});

test("datetime accepts any offset and reads in UTC; delivered sets deliveredAt, which later events don't change", async () => {
  const orderId = await newOrder();
  const delivered = { ...EVENT, status: "delivered", datetime: "2026-03-03T00:30:00.5+02:00" };
  const read = { ...delivered, datetime: "2026-03-02T22:30:00.500Z" };
  const deliveredAt = read.datetime;
  expect(await track(orderId, delivered)).toEqual(tracked([read], { deliveredAt }));
  expect(await track(orderId, EVENT)).toEqual(tracked([EVENT, read], { deliveredAt }));
});

test.each(SHIPMENT_STATUSES.filter((status) => status !== "delivered"))(
  "a parcel may have the status %s",
  async (status) => {
    expect(await track(await newOrder(), { ...EVENT, status })).toEqual(tracked([{ ...EVENT, status }]));
  },
);

test.each<[Json, Json]>([
  [{ location: null }, { location: null }],
  [{ location: {} }, { location: {} }],
  [{ location: { city: null, street: "unknown" } }, { location: { city: null } }],
  [{ carrierCode: "unknown" }, {}],
])(
  "POST tracking event: location may be null or partial, unknown fields are ignored: %j",
  async (more, shown) => {
    expect(await track(await newOrder(), { ...EVENT, ...more })).toEqual(tracked([{ ...EVENT, ...shown }]));
  },
);

test("10 concurrent events through two processes are all stored", async () => {
  const orderId = await newOrder();
  const events = Array.from({ length: 10 }, (_, i) => ({
    ...EVENT,
    datetime: `2026-03-02T10:00:00.00${i}Z`,
  }));
  const answers = await Promise.all(
    events.toReversed().map((event, i) => track(orderId, event, "P/1", i % 2 ? store : twin.as(store))),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(201));
  expect((await getOrder(store, orderId)).body).toMatchObject({
    fulfillments: [{ trackingHistory: events }],
  });
});

test("two events that two processes work on at once are both stored", async () => {
  const orderId = await newOrder();
  const later = { ...EVENT, datetime: "2026-03-02T11:00:00.000Z" };
  const answers = await meetAtWrites(store, "fulfillments", [
    () => track(orderId, EVENT),
    () => track(orderId, later, "P/1", twin.as(store)),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([201, 201]);
  expect((await getOrder(store, orderId)).body).toMatchObject({
    fulfillments: [{ trackingHistory: [EVENT, later] }],
  });
});

test.each<[string, Json]>([
  ["/message", { message: undefined }],
  ["/message", { message: null }],
  ["/message", { message: 5 }],
  ["/message", { message: "a\u0000b" }],
  ["/status", { status: undefined }],
  ["/status", { status: null }],
  ["/status", { status: "lost" }],
  ["/status", { status: "In_Transit" }],
  ["/status", { status: ["in_transit"] }],
  ["/datetime", { datetime: undefined }],
  ["/datetime", { datetime: "2026-02-30T10:00:00Z" }],
  ["/datetime", { datetime: "2026-03-02" }],
  ["/datetime", { datetime: 1_772_400_000_000 }],
  ["/location", { location: "Town" }],
  ["/location/city", { location: { city: 5 } }],
])("an event with %s: %j is 400", async (pointer, change) => {
  const detail = expect.any(String);
  expect(await track(await newOrder(), { ...EVENT, ...change })).toEqual(
    problemAnswer(400, detail, [{ detail, pointer }]),
  );
});

test("an unknown order or fulfillment is 404", async () => {
  const orderId = await newOrder();
  const none = problemAnswer(404, "The order has no fulfillment P/2.");
  expect(await track(orderId, EVENT, "P/2")).toEqual(none);
  await postOrder(store, leastOrder("other"));
  expect(await track("other", EVENT)).toEqual(problemAnswer(404, "The order has no fulfillment P/1."));
  expect(await track("nobody's", EVENT)).toEqual(problemAnswer(404, "The store has no order nobody's."));
});

test("a missing credential is 401, another store's path or a missing scope is 403, all as problems", async () => {
  const path = "/orders/1001/fulfillments/P1/tracking-events";
  expect(await answerOf(service.fetch(`/v2.2/stores/${store.id}${path}`, { method: "POST" }))).toEqual(
    problemAnswer(401, "A valid API secret is required: Authorization: Bearer <API_SECRET>."),
  );
  expect(await answerOf(store.post(`/stores/sto_none${path}`, EVENT))).toEqual(
    problemAnswer(403, "This API secret belongs to another store."),
  );
  const reader = await store.withScopes("orders_read");
  expect(await answerOf(reader.post(`/stores/:store${path}`, EVENT))).toEqual(
    problemAnswer(403, "This API secret lacks the scope orders_write."),
  );
});
