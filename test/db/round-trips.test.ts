import { expect, test } from "bun:test";
import { order, returnOf } from "../support/fixtures.ts";
import { countSent } from "../support/round-trips.ts";
import { useService, useStore } from "../support/use-service.ts";
import { newWebhook } from "../support/webhooks.ts";

const service = useService();
const store = useStore(service);

const tracked = (tracker: string) => ({ shipments: [{ status: "unknown", tracker, shipmentGroupId: "g" }] });

/** Changes an order's return in every way, and returns what each transaction sent. */
async function sentBy(orderId: string) {
  const { customer } = order(orderId);
  let id = "";
  const succeed = async (response: Promise<Response>) => {
    const answer = await response;
    if (!answer.ok) throw new Error(await answer.text());
    return answer.status === 204 ? undefined : answer.json();
  };
  return {
    newCustomer: await countSent(() => succeed(store.post("/stores/:store/orders", order(orderId)))),
    knownCustomer: await countSent(() =>
      succeed(store.post("/stores/:store/orders", order(`${orderId}-again`, { customer }))),
    ),
    created: await countSent(async () => {
      const created = await succeed(store.post("/stores/:store/returns", returnOf(orderId)));
      ({ id } = (created as { return: { id: string } }).return);
    }),
    status: await countSent(() => succeed(store.put(`/returns/${id}/status`, { status: "needs_review" }))),
    patch: await countSent(() => succeed(store.patch(`/returns/${id}`, tracked("1Z")))),
    comment: await countSent(() =>
      succeed(store.post(`/returns/${id}/comments`, { comment: { message: "Thanks" } })),
    ),
  };
}

test("a write takes as few round trips as its statements need each other's results", async () => {
  expect(await sentBy("first")).toEqual({
    newCustomer: { statements: 10, roundTrips: 3 },
    knownCustomer: { statements: 5, roundTrips: 2 },
    created: { statements: 9, roundTrips: 3 },
    status: { statements: 8, roundTrips: 2 },
    patch: { statements: 12, roundTrips: 3 },
    comment: { statements: 9, roundTrips: 3 },
  });
});

test("webhooks add statements, and one round trip to a change", async () => {
  await newWebhook(store);
  await newWebhook(store, { externalId: "another" });
  expect(await sentBy("second")).toEqual({
    newCustomer: { statements: 10, roundTrips: 3 },
    knownCustomer: { statements: 5, roundTrips: 2 },
    created: { statements: 12, roundTrips: 3 },
    status: { statements: 12, roundTrips: 3 },
    patch: { statements: 15, roundTrips: 3 },
    comment: { statements: 13, roundTrips: 4 },
  });
});
