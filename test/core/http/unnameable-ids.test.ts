import { expect, test } from "bun:test";
import { leastOrder, ORDERS } from "../../support/orders.ts";
import { answerOf, newOrder } from "../../support/returns.ts";
import type { TestStore } from "../../support/service.ts";
import { useService, useStore } from "../../support/use-service.ts";

const service = useService();
const store = useStore(service);

const EVENTS = "/stores/:store/events";
const WHERE = { where: { customer: "email", is: "exists" } };

/** Each id or key that a client gives and a path then takes: how it is given, and where. */
const GIVEN: [name: string, place: string, give: (id: string) => Promise<Response>][] = [
  ["an order's id", "orderId", (id) => store.post(ORDERS, leastOrder(id))],
  [
    "the id of an order's customer",
    "customer.id",
    (id) => store.post(ORDERS, leastOrder(`of ${id}`, { customer: { id, email: "ada@example.test" } })),
  ],
  [
    "the id of an event's customer",
    "customer.id",
    (id) => store.post(EVENTS, { eventName: "Seen", customer: { id } }),
  ],
  ["a fulfillment's id", "fulfillmentId", fulfill],
  ["a segment's key", "key", (key) => store.post("/stores/:store/segments", { key, ...WHERE })],
];

async function fulfill(fulfillmentId: string) {
  const orderId = await newOrder(store);
  const lineItems = [{ id: "line-1", quantity: 1 }];
  return store.post(`${ORDERS}/${encodeURIComponent(orderId)}/fulfillments`, { fulfillmentId, lineItems });
}

test.each(GIVEN)("%s that a path can't name is 400", async (_, place, give) => {
  for (const id of [".", ".."]) {
    const { status, body } = await answerOf(give(id));
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain(`${place} can't be . or .., which can't be part of a URL path.`);
  }
  for (const id of ["...", ".a", "%2e", "a/.."]) expect((await give(id)).status).toBeLessThan(300);
});

test("a bulk request drops the events of customers that a path can't name, with the reason", async () => {
  const own: TestStore = await service.newStore();
  const events = [".", "..", "..."].map((id) => ({ eventName: "Seen", customer: { id } }));
  expect((await own.post(`${EVENTS}/bulk`, { events })).status).toBe(202);
  const { body } = await answerOf(own.get(`${EVENTS}/rejections`));
  const detail = "customer.id can't be . or .., which can't be part of a URL path.";
  const errors = [{ detail, pointer: "/customer/id" }];
  const { rejections } = body as { rejections: { index: number; errors: unknown }[] };
  const reasons = rejections.map(({ index, errors }) => ({ index, errors }));
  expect(reasons.toSorted((a, b) => a.index - b.index)).toEqual([
    { index: 0, errors },
    { index: 1, errors },
  ]);
  expect((await own.get("/stores/:store/customers/...")).status).toBe(200);
});
