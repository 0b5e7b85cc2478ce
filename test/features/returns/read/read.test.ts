import { expect, test } from "bun:test";
import { createLocation } from "../../../../src/features/stores/create-location.ts";
import {
  anId,
  answerOf,
  created,
  historyOf,
  newOrder,
  newReturn,
  ok,
  postReturn,
  readReturn,
  returnIn,
} from "../../../support/returns.ts";
import { useService } from "../../../support/use-service.ts";

const service = useService();

const usd = (amount: string) => ({ amount, currency: "USD" });

test("GET return: reads as created, without the shipment's status, with its order", async () => {
  const store = await service.newStore();
  const { locationId } = await createLocation(store.ctx, store.id, { name: "Dock", city: "Port" });
  const money = { shipping: { cost: 2.5 }, totalTax: 1.2, totalPrice: 22.7, totalDiscount: 0.5 };
  await newOrder(store, { orderId: "1001", locationId, ...money });
  const written = await returnIn(postReturn(store, "1001", { label: { carrier: "UPS" }, notes: "Quick" }));

  const { status: _, ...parcel } = written.shipments[0] ?? {};
  const line = { id: expect.any(String), fulfillmentLocationId: locationId };
  expect(written).toMatchObject({ shipment: { ...parcel, status: "unknown" } });
  expect(await answerOf(store.get(`/returns/${written.id}`))).toEqual(
    ok({
      return: { ...written, shipment: parcel, shipments: [parcel] },
      order: {
        id: written.order.id,
        name: "1001",
        externalId: "1001",
        customer: {
          name: { given: "Alex", surname: "Doe" },
          emailAddress: "1001@example.test",
          phoneNumber: "",
        },
        discounts: usd("0.50"),
        lineItemsTotal: usd("20.00"),
        shippingCost: usd("2.50"),
        taxes: usd("1.20"),
        total: usd("22.70"),
        items: [
          {
            ...line,
            externalId: "line-1",
            price: usd("8.00"),
            product: { name: "Tee", externalId: "tee" },
            quantity: 2,
            variant: { name: "", externalId: "tee-m", sku: "TEE-M" },
          },
          {
            ...line,
            externalId: "line-2",
            price: usd("4.00"),
            product: { name: "Mug", externalId: "mug" },
            quantity: 1,
            variant: { name: "", externalId: "", sku: "" },
          },
        ],
      },
    }),
  );
});

test("fulfillmentLocationId is null for the lines of an order without a location", async () => {
  const store = await service.newStore();
  const { id } = await newReturn(store);
  const { order } = await readReturn(store, id);
  expect(order.items.map(({ fulfillmentLocationId }) => fulfillmentLocationId)).toEqual([null, null]);
});

test("an order's missing amounts are zero, and without totalDiscount its discounts are the sum of its lines' discounts", async () => {
  const store = await service.newStore();
  const none = { shipping: null, totalTax: null, totalPrice: null, totalDiscount: null, currencyCode: "KWD" };
  const { id } = await newReturn(store, {}, none);
  const kwd = (amount: string) => ({ amount, currency: "KWD" });
  expect((await readReturn(store, id)).order).toMatchObject({
    discounts: kwd("1.000"),
    lineItemsTotal: kwd("20.000"),
    shippingCost: kwd("0.000"),
    taxes: kwd("0.000"),
    total: kwd("0.000"),
  });
});

test("clients can join a return with its order and its items with the order's lines", async () => {
  const store = await service.newStore();
  const items = ["line-2", "line-1"].map((lineItemId) => ({ lineItemId, quantity: 1, reason: "Broken" }));
  const { id } = await newReturn(store, { items });
  const { order, return: read } = await readReturn(store, id);
  const externalIdOf = new Map(order.items.map((item) => [item.id, item.externalId]));

  expect(read.order).toEqual({ id: order.id, name: order.name });
  expect([...externalIdOf.values()]).toEqual(["line-1", "line-2"]);
  expect(read.items.map(({ orderItem }) => [externalIdOf.get(orderItem.id), orderItem.line_item_id])).toEqual(
    [
      ["line-2", "line-2"],
      ["line-1", "line-1"],
    ],
  );
});

test("the destination of a return whose order has no location is the default location at the time of creation", async () => {
  const store = await service.newStore();
  await createLocation(store.ctx, store.id, { name: "First", city: "Port", phone: "+12015550100" });
  const { id, destination } = await newReturn(store);
  await createLocation(store.ctx, store.id, { name: "Second", city: "Field", isDefault: true });

  const port = { line1: "", line2: "", city: "Port", state: "", postalCode: "", country: "" };
  expect(destination).toEqual({ mailingAddress: port, phoneNumber: "+12015550100" });
  expect((await readReturn(store, id)).return.destination).toEqual(destination);
  expect((await newReturn(store)).destination.mailingAddress.city).toBe("Field");
});

test("GET return: the note from the creation is first, comments follow in order", async () => {
  const store = await service.newStore();
  const { id } = await newReturn(store, { notes: "First" });
  for (const message of ["Second", "Third", "Fourth"]) {
    await store.post(`/returns/${id}/comments`, { comment: { message } });
  }
  const comments = ["Second", "Third", "Fourth"].map((message) => ({ message }));
  expect((await readReturn(store, id)).return.notes).toEqual([{ message: "First" }, ...comments]);
  expect(await answerOf(store.get(`/returns/${id}/comments`))).toEqual(ok({ comments }));
});

test.each(["open", "pre_shipment", "needs_review"])(
  "a new return has the store's first status %s, and so does its history",
  async (firstStatus) => {
    const store = await service.newStore({ firstStatus });
    const response = await postReturn(store, await newOrder(store));
    const requestId = response.headers.get("X-Request-Id") ?? "";
    const { id, status, createdAt, items } = await returnIn(response);

    expect([status, items[0]?.status]).toEqual([firstStatus, "open"]);
    expect(await answerOf(store.get(`/returns/${id}/status`))).toEqual(ok({ status: firstStatus }));
    expect(await historyOf(store, id)).toEqual([
      { from: null, to: firstStatus, at: createdAt, by: "test client", byId: anId("cli"), requestId },
    ]);
  },
);

test.each([
  [{ name: "Ada King Lovelace" }, { given: "Ada", surname: "King Lovelace" }],
  [{ name: "Ada" }, { given: "Ada", surname: "" }],
  [
    { name: "Ada Lovelace", firstName: "A.", lastName: "L." },
    { given: "A.", surname: "L." },
  ],
  [{ firstName: "Ada" }, { given: "Ada", surname: "" }],
])("the customer %j returns as %j", async (customer, name) => {
  const store = await service.newStore();
  const { id, source } = await newReturn(store, {}, { customer });
  expect(source.name).toEqual(name);
  expect((await readReturn(store, id)).order.customer.name).toEqual(name);
});

test("POST return: null means absent, and unknown fields are ignored", async () => {
  const store = await service.newStore();
  const orderId = await newOrder(store, { locationId: null });
  const address = {
    line1: "1 Road",
    line2: null,
    city: "",
    state: "",
    postalCode: "",
    country: "",
    planet: 3,
  };
  const item = { lineItemId: "line-1", quantity: 1, reason: "r", reasonCode: null, notes: null };
  const answer = await answerOf(
    store.post("/stores/:store/returns", {
      data: {
        provider: "shopify",
        externalOrderId: orderId,
        items: [{ ...item, compensation: null, colour: "red" }],
        shippingAddress: address,
        notes: null,
        label: null,
        mood: "fine",
      },
      options: null,
    }),
  );
  const { planet: _, ...known } = address;
  expect(answer).toEqual(created({ return: expect.any(Object), externalRMAResponses: [] }));
  const { return: given } = answer.body as { return: Record<string, unknown> };
  expect(given).toMatchObject({
    source: { mailingAddress: { ...known, line2: "" } },
    notes: [],
    shipments: [],
  });
  expect(JSON.stringify(given)).not.toMatch(/planet|colour|mood/);
});
