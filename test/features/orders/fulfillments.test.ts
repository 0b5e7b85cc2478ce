import { expect, test } from "bun:test";
import { meetAtWrites } from "../../support/lock-waits.ts";
import {
  freshId,
  fullOrder,
  getOrder,
  internalIdIn,
  type Json,
  leastOrder,
  ORDERS,
  postOrder,
} from "../../support/orders.ts";
import { type Answer, anId, anInstant, answerOf, ok, problemAnswer } from "../../support/returns.ts";
import { useService, useStore } from "../../support/use-service.ts";

const service = useService();
/** Another process: within one, requests for the same object wait for each other outside the database. */
const twin = useService({ databaseOf: service });
const store = useStore(service);

const LINE_1 = { id: "line-1", title: "Tee", productId: "tee", variantId: "tee-m", sku: "TEE-M" };
const LINE_2 = { id: "line-2", title: "Mug", productId: "mug" };

/** Creates an order of 2 of line-1 and 1 of line-2. */
async function newOrder(): Promise<string> {
  const id = freshId();
  await postOrder(store, fullOrder(id));
  return id;
}

function fulfill(orderId: string, body: unknown, through = store): Promise<Answer> {
  return answerOf(through.post(`${ORDERS}/${encodeURIComponent(orderId)}/fulfillments`, body));
}

function units(...quantities: [string, number][]): { lineItems: Json[] } {
  return { lineItems: quantities.map(([id, quantity]) => ({ id, quantity })) };
}

function fulfilled(fulfillment: Json): Answer {
  return ok({ success: true, fulfillment });
}

test("a fulfillment has the sent units with the order's data of their lines, and is read with the order", async () => {
  const orderId = await newOrder();
  const at = new Date("2026-03-02T09:00:00.000Z");
  service.setClock(at);
  const tracking = { carrier: "UPS", code: "1Z999" };
  const answer = await fulfill(orderId, {
    fulfillmentId: "F-1",
    ...units(["line-2", 1], ["line-1", 2]),
    tracking,
  });
  service.setClock(undefined);
  const fulfillment = {
    id: "F-1",
    createdAt: at.toISOString(),
    lineItems: [
      { ...LINE_2, quantity: 1 },
      { ...LINE_1, quantity: 2 },
    ],
    trackingHistory: [],
    trackingCompany: "UPS",
    trackingNumber: "1Z999",
  };
  expect(answer).toEqual(fulfilled(fulfillment));
  expect(await getOrder(store, orderId)).toEqual(
    ok({ ...fullOrder(orderId), locationId: null, fulfillments: [fulfillment] }),
  );
});

test.each<[Json, Json]>([
  [{}, {}],
  [{ fulfillmentId: null, tracking: null, fulfilledAt: null }, {}],
  [{ fulfilledAt: "2026-03-01T10:00:00+01:00" }, { fulfilledAt: "2026-03-01T09:00:00.000Z" }],
  [{ tracking: {} }, {}],
  [{ tracking: { carrier: null, code: null } }, {}],
  [{ tracking: { code: "1Z999" } }, { trackingNumber: "1Z999" }],
  [{ tracking: { carrier: "UPS", service: "Ground" }, notified: true }, { trackingCompany: "UPS" }],
])(
  "POST fulfillment: only lineItems is required, null means absent, and unknown fields are ignored: %j",
  async (more, shown) => {
    const line = { ...LINE_2, quantity: 1 };
    expect(await fulfill(await newOrder(), { ...units(["line-2", 1]), ...more })).toEqual(
      fulfilled({ id: anId("ful"), createdAt: anInstant, lineItems: [line], trackingHistory: [], ...shown }),
    );
  },
);

test("fulfillments are read in the order of their creation, by either id of the order", async () => {
  const orderId = freshId();
  const internalId = internalIdIn(
    await postOrder(store, leastOrder(orderId, { lineItems: [{ ...LINE_1, quantity: 9 }] })),
  );
  const names = ["c", "a", "b"];
  for (const [i, fulfillmentId] of names.entries()) {
    service.setClock(new Date(1_772_400_000_000 + i));
    expect(
      await fulfill([orderId, internalId][i % 2] ?? "", { fulfillmentId, ...units(["line-1", 3]) }),
    ).toMatchObject({
      status: 200,
    });
  }
  service.setClock(undefined);
  const { fulfillments } = (await getOrder(store, internalId)).body as { fulfillments: { id: string }[] };
  expect(fulfillments.map(({ id }) => id)).toEqual(names);
});

test("more units than are left are 409, in one request or over several, and nothing is stored", async () => {
  const orderId = await newOrder();
  const onlyLeft = (line: string, count: number) =>
    problemAnswer(
      409,
      `Line item ${line} has only ${count === 1 ? "1 unit" : `${count} units`} left to fulfill.`,
    );
  expect(await fulfill(orderId, units(["line-1", 3]))).toEqual(onlyLeft("line-1", 2));
  expect(await fulfill(orderId, units(["line-1", 1], ["line-1", 2]))).toEqual(onlyLeft("line-1", 1));
  expect(await fulfill(orderId, units(["line-2", 1], ["line-1", 1_000_000]))).toEqual(onlyLeft("line-1", 2));
  expect((await getOrder(store, orderId)).body).toMatchObject({ fulfillments: [] });

  expect(await fulfill(orderId, units(["line-1", 1], ["line-1", 1]))).toMatchObject({ status: 200 });
  expect(await fulfill(orderId, units(["line-1", 1]))).toEqual(onlyLeft("line-1", 0));
  expect(await fulfill(orderId, units(["line-2", 1]))).toMatchObject({ status: 200 });
});

test("a fulfillmentId is unique within its order", async () => {
  const [first, second] = [await newOrder(), await newOrder()];
  const body = { fulfillmentId: "F-1", ...units(["line-1", 1]) };
  expect(await fulfill(first, body)).toMatchObject({ status: 200 });
  expect(await fulfill(first, body)).toEqual(problemAnswer(409, "The order already has a fulfillment F-1."));
  expect(await fulfill(second, body)).toMatchObject({ status: 200 });
  expect(await fulfill(first, { ...body, fulfillmentId: "f-1" })).toMatchObject({ status: 200 });
});

test("of 10 concurrent fulfillments of the last unit through two processes one is stored and nine are 409", async () => {
  const orderId = await newOrder();
  await fulfill(orderId, units(["line-1", 1]));
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, i) =>
      fulfill(orderId, units(["line-1", 1]), i % 2 ? store : twin.as(store)),
    ),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(409)]);
  const { fulfillments } = (await getOrder(store, orderId)).body as { fulfillments: unknown[] };
  expect(fulfillments).toHaveLength(2);
});

test("of two fulfillments of the last unit that two processes work on at once one is stored", async () => {
  const orderId = await newOrder();
  const answers = await meetAtWrites(store, "fulfillments", [
    () => fulfill(orderId, units(["line-2", 1])),
    () => fulfill(orderId, units(["line-2", 1]), twin.as(store)),
  ]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
});

test("a line that the order doesn't have is 400", async () => {
  const detail = "The order has no line item line-3.";
  expect(await fulfill(await newOrder(), units(["line-1", 1], ["line-3", 1]))).toEqual(
    problemAnswer(400, detail, [{ detail, pointer: "/lineItems/1/id" }]),
  );
});

test.each<[Json, string]>([
  [{}, "/lineItems"],
  [{ lineItems: null }, "/lineItems"],
  [{ lineItems: [] }, "/lineItems"],
  [{ lineItems: "line-1" }, "/lineItems"],
  [{ lineItems: [null] }, "/lineItems/0"],
  [{ lineItems: [{ quantity: 1 }] }, "/lineItems/0/id"],
  [units(["", 1]), "/lineItems/0/id"],
  [{ lineItems: [{ id: "line-1" }] }, "/lineItems/0/quantity"],
  [units(["line-2", 1], ["line-1", 0]), "/lineItems/1/quantity"],
  [units(["line-1", -1]), "/lineItems/0/quantity"],
  [units(["line-1", 1.5]), "/lineItems/0/quantity"],
  [units(["line-1", 2_147_483_648]), "/lineItems/0/quantity"],
  [{ lineItems: [{ id: "line-1", quantity: "1" }] }, "/lineItems/0/quantity"],
  [{ ...units(["line-1", 1]), fulfillmentId: "" }, "/fulfillmentId"],
  [{ ...units(["line-1", 1]), fulfillmentId: "x".repeat(256) }, "/fulfillmentId"],
  [{ ...units(["line-1", 1]), fulfillmentId: 5 }, "/fulfillmentId"],
  [{ ...units(["line-1", 1]), tracking: "1Z999" }, "/tracking"],
  [{ ...units(["line-1", 1]), tracking: { code: 5 } }, "/tracking/code"],
  [{ ...units(["line-1", 1]), tracking: { carrier: "\u0000" } }, "/tracking/carrier"],
])("the body %j is 400 with the pointer %s", async (body, pointer) => {
  const detail = expect.any(String);
  expect(await fulfill(await newOrder(), body)).toEqual(problemAnswer(400, detail, [{ detail, pointer }]));
});

test("a fulfillment of an unknown order is 404", async () => {
  const other = await service.newStore();
  await postOrder(other, leastOrder("theirs"));
  for (const id of ["theirs", "nobody's"]) {
    expect(await fulfill(id, units(["line-1", 1]))).toEqual(
      problemAnswer(404, `The store has no order ${id}.`),
    );
  }
});

test("a missing credential is 401, another store's path or a missing scope is 403, all as problems", async () => {
  const path = `/v2.2/stores/${store.id}/orders/1001/fulfillments`;
  expect(await answerOf(service.fetch(path, { method: "POST" }))).toEqual(
    problemAnswer(401, "A valid API secret is required: Authorization: Bearer <API_SECRET>."),
  );
  expect(await answerOf(store.post("/stores/sto_none/orders/1001/fulfillments", {}))).toEqual(
    problemAnswer(403, "This API secret belongs to another store."),
  );
  const reader = await store.withScopes("orders_read");
  expect(await answerOf(reader.post(`${ORDERS}/1001/fulfillments`, {}))).toEqual(
    problemAnswer(403, "This API secret lacks the scope orders_write."),
  );
});
