import { expect, test } from "bun:test";
import { createLocation } from "../../../src/features/stores/create-location.ts";
import {
  accepted,
  errorAnswer,
  freshId,
  fullOrder,
  getOrder,
  internalIdIn,
  type Json,
  leastOrder,
  NOT_GIVEN,
  orderWith,
  postOrder,
} from "../../support/orders.ts";
import { answerOf, ok, postReturn, returnIn } from "../../support/returns.ts";
import { useService, useStore } from "../../support/use-service.ts";

const service = useService();
const store = useStore(service);

test("an order reads back as it was sent, by its external id and by its internal id", async () => {
  const { locationId } = await createLocation(store.ctx, store.id, { name: "Dock" });
  const body = { ...fullOrder("1001"), locationId };
  const created = await postOrder(store, body);
  expect(created).toEqual(accepted("1001"));
  for (const id of ["1001", internalIdIn(created)]) {
    expect(await getOrder(store, id)).toEqual(ok({ ...body, fulfillments: [] }));
  }
});

test("only orderId, createdAt and lineItems with id, productId, title and quantity are required", async () => {
  expect(await postOrder(store, leastOrder("least"))).toEqual(accepted("least"));
  expect(await getOrder(store, "least")).toEqual(
    ok({ ...leastOrder("least"), ...NOT_GIVEN, fulfillments: [] }),
  );
});

test("every other field may be null, and null reads back as null", async () => {
  const nothing = { customer: null, shipping: null, billingAddress: null, ...NOT_GIVEN };
  const body = leastOrder("nothing", nothing);
  expect(await postOrder(store, body)).toEqual(accepted("nothing"));
  expect(await getOrder(store, "nothing")).toEqual(ok({ ...body, fulfillments: [] }));
});

const NO_ADDRESS = {
  address1: null,
  address2: null,
  city: null,
  province: null,
  country: null,
  postalCode: null,
};

test.each<[string, Json]>([
  ["customer", { id: null, email: null, phoneNumber: null, name: null, firstName: null, lastName: null }],
  ["customer", {}],
  ["shipping", { method: null, cost: null, address: null }],
  ["shipping", { address: NO_ADDRESS }],
  ["shipping", {}],
  ["billingAddress", NO_ADDRESS],
  ["billingAddress", {}],
  [
    "lineItems.0",
    {
      id: "1",
      productId: "p",
      title: "t",
      quantity: 1,
      variantId: null,
      sku: null,
      imageUrl: null,
      price: null,
      discount: null,
      tags: null,
    },
  ],
])("in %s null stays null and absent stays absent: %j", async (place, value) => {
  const body = orderWith(freshId(), place, value);
  expect(await postOrder(store, body)).toEqual(accepted(String(body.orderId)));
  expect(await getOrder(store, String(body.orderId))).toEqual(
    ok({ ...body, locationId: null, fulfillments: [] }),
  );
});

test.each([
  ["2026-03-01T10:00:00Z", "2026-03-01T10:00:00.000Z"],
  ["2026-03-01t10:00:00z", "2026-03-01T10:00:00.000Z"],
  ["2026-03-01T10:00:00+05:30", "2026-03-01T04:30:00.000Z"],
  ["2026-03-01T10:00:00-00:00", "2026-03-01T10:00:00.000Z"],
  ["2026-01-01T00:30:00.5+01:00", "2025-12-31T23:30:00.500Z"],
  ["2024-02-29T23:59:59.123456789-23:59", "2024-03-01T23:58:59.123Z"],
  ["2000-02-29T00:00:00Z", "2000-02-29T00:00:00.000Z"],
  ["1890-06-15T12:00:00+01:00", "1890-06-15T11:00:00.000Z"],
  ["0001-01-01T00:00:00Z", "0001-01-01T00:00:00.000Z"],
  ["9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999Z"],
])("createdAt %s is the instant %s", async (createdAt, read) => {
  const body = leastOrder(`at ${createdAt}`, { createdAt });
  expect(await postOrder(store, body)).toEqual(accepted(`at ${createdAt}`));
  expect(await getOrder(store, `at ${createdAt}`)).toEqual(
    ok({ ...body, createdAt: read, ...NOT_GIVEN, fulfillments: [] }),
  );
});

test.each<[string, unknown]>([
  ["lineItems.0.id", "x".repeat(1000)],
  ["lineItems.0.title", ""],
  ["lineItems.0.quantity", 1],
  ["lineItems.0.quantity", 1_000_000],
  ["lineItems.0.price", 0],
  ["lineItems.0.price", 0.000001],
  ["lineItems.0.discount", 9_007_199_254_740_991],
  ["lineItems.0.imageUrl", "x".repeat(2048)],
  ["lineItems.0.imageUrl", ""],
  ["lineItems.0.tags", []],
  ["lineItems.0.tags", Array.from({ length: 250 }, (_, i) => `tag ${i}`)],
  ["shipping.cost", 0],
  ["totalPrice", 1e15],
  ["totalTax", 0.1],
  ["tags", []],
  ["currencyCode", "JPY"],
  ["customer.email", "  Anna+Tag@Example.TEST "],
  ["customer.phoneNumber", "+123456789012345"],
])("%s may be %p", async (place, value) => {
  const body = orderWith(freshId(), place, value);
  expect(await postOrder(store, body)).toEqual(accepted(String(body.orderId)));
  expect(await getOrder(store, String(body.orderId))).toEqual(
    ok({ ...body, locationId: null, fulfillments: [] }),
  );
});

test("POST order: unknown fields are ignored at every level", async () => {
  const more = { unknown: { deep: [1, null] }, id2: null };
  const line = { id: "line-1", productId: "tee", title: "Tee", quantity: 1 };
  const known = { customer: { firstName: "Alex" }, shipping: { address: { city: "Town" } } };
  const body = {
    ...leastOrder("unknown"),
    ...more,
    fulfillments: "none",
    customer: { ...known.customer, ...more },
    shipping: { ...more, address: { ...known.shipping.address, ...more } },
    billingAddress: more,
    lineItems: [{ ...line, ...more, fulfillable: true }],
  };
  expect(await postOrder(store, body)).toEqual(accepted("unknown"));
  const read = { ...leastOrder("unknown"), ...NOT_GIVEN, ...known, lineItems: [line], billingAddress: {} };
  expect(await getOrder(store, "unknown")).toEqual(ok({ ...read, fulfillments: [] }));
});

test.each(["#1001", "a/b", "%2F", "100%", "ü💥", " x ", "a+b?c&d", "a\\b", "ORD_1", "x".repeat(255)])(
  "an order may have the id %p",
  async (id) => {
    expect(await postOrder(store, leastOrder(id))).toEqual(accepted(id));
    expect(await getOrder(store, id)).toEqual(ok({ ...leastOrder(id), ...NOT_GIVEN, fulfillments: [] }));
  },
);

test("an external id takes precedence over an internal id", async () => {
  const first = internalIdIn(await postOrder(store, leastOrder("first")));
  const second = internalIdIn(await postOrder(store, leastOrder(first, { tags: ["second"] })));
  const read = (body: Json) => ok({ ...NOT_GIVEN, ...body, fulfillments: [] });

  expect(await getOrder(store, "first")).toEqual(read(leastOrder("first")));
  expect(await getOrder(store, first)).toEqual(read(leastOrder(first, { tags: ["second"] })));
  expect(await getOrder(store, second)).toEqual(read(leastOrder(first, { tags: ["second"] })));
});

test("without currencyCode the order has the store's currency, and currencyCode still reads as null", async () => {
  const yen = await service.newStore({ currency: "JPY" });
  const lineItems = [{ id: "line-1", productId: "tee", title: "Tee", quantity: 1, price: 800 }];
  for (const [id, currencyCode] of Object.entries({ own: undefined, none: null, other: "KWD" })) {
    await postOrder(yen, leastOrder(id, { lineItems, currencyCode }));
    const { totals } = await returnIn(postReturn(yen, id));
    const amount = currencyCode ? { amount: "800.000", currency: "KWD" } : { amount: "800", currency: "JPY" };
    expect(totals.refund).toEqual({ amount });
    expect((await getOrder(yen, id)).body).toMatchObject({ currencyCode: currencyCode ?? null });
  }
});

test("locationId must be a location of the store", async () => {
  const other = await service.newStore();
  const { locationId } = await createLocation(other.ctx, other.id, { name: "Dock" });
  for (const id of [locationId, "loc_none"]) {
    expect(await postOrder(store, leastOrder("placed", { locationId: id }))).toEqual(
      errorAnswer(400, `The store has no location ${id}.`),
    );
  }
  expect(await postOrder(other, leastOrder("placed", { locationId }))).toEqual(accepted("placed"));
  expect(await answerOf(other.get("/stores/:store/orders/placed"))).toEqual(
    ok({ ...leastOrder("placed"), ...NOT_GIVEN, locationId, fulfillments: [] }),
  );
});
