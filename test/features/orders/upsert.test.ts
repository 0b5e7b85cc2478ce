import { expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import type { Return } from "../../../src/features/returns/schema.ts";
import { createLocation } from "../../../src/features/stores/create-location.ts";
import { freshId, getCustomer, getOrder, type Json, postOrder } from "../../support/orders.ts";
import {
  answerOf,
  moveTo,
  ok,
  postReturn,
  problemAnswer,
  readReturn,
  returnIn,
} from "../../support/returns.ts";
import {
  discount,
  moneySet,
  SHOP_ORDERS,
  shopLine,
  shopOrder,
  taxLine,
  upsertOrder,
} from "../../support/shop-orders.ts";
import { useService, useStore } from "../../support/use-service.ts";

const service = useService();
const store = useStore(service);

type Shown = Json & { lineItems: Json[]; shipping: Json; fulfillments: Json[] };

async function shown(id: string): Promise<Shown> {
  const { status, body } = await getOrder(store, id);
  expect(status).toBe(200);
  return body as Shown;
}

/** Creates a return of units of one line, and returns it. */
async function returned(orderId: string, lineItemId: string, quantity: number): Promise<Return> {
  const answer = await postReturn(store, orderId, { items: [{ lineItemId, quantity, reason: "" }] });
  expect(answer.status).toBe(201);
  return ((await answer.json()) as { return: Return }).return;
}

/** Returns the number of changes of an order in the feed. */
async function changesOf(id: string): Promise<number> {
  const { rows } = await store.ctx.db.execute(sql`
    select from (
      select object_id from changes where store_id = ${store.id}
      union all select object_id from unnumbered_changes where store_id = ${store.id}
    ) as change
    where object_id = (select id from orders where store_id = ${store.id} and external_id = ${id})`);
  return rows.length;
}

const RICH = {
  lineItems: [
    shopLine("a", 3, "19.99", {
      ...{ variantId: "a-m", image: "https://shop.example/a.png", tags: ["sale"], returnableQuantity: 2 },
      discounts: [discount("5.00"), discount("0.97")],
      taxLines: [taxLine("8.55"), taxLine("0.01")],
    }),
    shopLine("b", 1, "0.10", { productId: "", sku: "" }),
  ],
  orderDiscounts: [discount("1.10")],
  shippingLines: [
    {
      ...{ id: "s1", title: "Standard", priceSet: moneySet("6.90") },
      ...{ discounts: [discount("2.00")], taxLines: [taxLine("0.93")] },
    },
  ],
  billingAddress: { address1: "2 Road", city: "Town", countryCode: "US", zip: "07001" },
  tags: ["first"],
  cancelledAt: "2026-03-02T10:00:00+02:00",
  cancelReason: "customer",
  refunds: [
    {
      ...{ id: "r1", createdAt: "2026-03-02T08:00:00.000Z", note: "late" },
      lineItems: [
        { lineItemId: "a", quantity: 1, subtotalSet: moneySet("17.99"), totalTaxSet: moneySet("2.85") },
      ],
      shippingRefunds: [{ amountSet: moneySet("4.90"), taxAmountSet: moneySet("0.93"), reason: "late" }],
    },
  ],
};

test("an order of a shop reads back with its amounts in the presentment currency and computed totals", async () => {
  const answer = await upsertOrder(store, shopOrder("rich", RICH));
  expect(answer).toEqual(
    ok({
      message: "Order synced successfully",
      orderId: "rich",
      redoId: expect.stringMatching(/^ord_/),
    }),
  );
  const { redoId } = answer.body as { redoId: string };
  expect(await getOrder(store, redoId)).toEqual(
    ok({
      ...{ orderId: "rich", createdAt: "2026-03-01T10:00:00.000Z" },
      lineItems: [
        {
          ...{ id: "a", productId: "product-of-a", title: "Title of a", variantId: "a-m", sku: "SKU-a" },
          ...{ imageUrl: "https://shop.example/a.png", quantity: 3, price: 19.99, discount: 5.97 },
          ...{ tags: ["sale"], tax: 8.56, returnableQuantity: 2 },
        },
        { id: "b", productId: null, title: "Title of b", quantity: 1, price: 0.1 },
      ],
      customer: { email: "rich@example.test", firstName: "Alex", lastName: "Doe" },
      shipping: {
        ...{ method: "Standard", cost: 4.9, tax: 0.93 },
        address: { address1: "1 Road", city: "Town", province: "OH", country: "US", postalCode: "43004" },
      },
      billingAddress: { address1: "2 Road", city: "Town", country: "US", postalCode: "07001" },
      ...{ totalPrice: 67.39, subtotalPrice: 53, totalTax: 9.49, totalDiscount: 7.07 },
      ...{ tags: ["first"], currencyCode: "EUR", locationId: null, fulfillments: [] },
      ...{ cancelledAt: "2026-03-02T08:00:00.000Z", cancelReason: "customer", refunds: RICH.refunds },
    }),
  );
  expect((await getCustomer(store, "rich@example.test")).status).toBe(200);
});

test("tax that a line names is the tax of its units, and no other line has a part of it", async () => {
  const lineItems = [
    shopLine("taxed", 3, "10.00", { taxLines: [taxLine("1.00")] }),
    shopLine("free", 1, "10.00"),
  ];
  await upsertOrder(store, shopOrder("taxes", { lineItems }));
  const amounts = [];
  for (const lineItemId of ["taxed", "taxed", "taxed", "free"]) {
    const made = await returned("taxes", lineItemId, 1);
    amounts.push(made.items[0]?.refund.amount.amount);
  }
  expect(amounts).toEqual(["10.33", "10.34", "10.33", "10.00"]);
});

test("prices that include tax stay as they are, and the tax is a part of the total", async () => {
  const lineItems = [
    shopLine("mug", 3, "11.90", { discounts: [discount("5.95")], taxLines: [taxLine("4.75")] }),
    shopLine("book", 1, "10.00"),
  ];
  const shippingLines = [
    { id: "s1", title: "Standard", priceSet: moneySet("4.90"), taxLines: [taxLine("0.78")] },
  ];
  await upsertOrder(store, shopOrder("gross", { taxesIncluded: true, lineItems, shippingLines }));
  expect(await shown("gross")).toMatchObject({
    lineItems: [{ price: 11.9, discount: 5.95, tax: 4.75 }, { price: 10 }],
    shipping: { cost: 4.9, tax: 0.78 },
    ...{ totalPrice: 44.65, subtotalPrice: 35, totalTax: 5.53, totalDiscount: 5.95 },
  });
  const amounts = [];
  for (const lineItemId of ["mug", "mug", "mug", "book"]) {
    const made = await returned("gross", lineItemId, 1);
    amounts.push(made.items[0]?.refund.amount.amount);
  }
  expect(amounts).toEqual(["9.92", "9.91", "9.92", "10.00"]);
});

test("the same order again changes nothing, and an older or the same state adds no change to the feed", async () => {
  const body = shopOrder("again", RICH);
  const first = await upsertOrder(store, body);
  const before = await shown("again");
  expect(await changesOf("again")).toBe(1);
  expect(await upsertOrder(store, body)).toEqual(first);
  // The shop touched it, and nothing else.
  expect(await upsertOrder(store, { ...body, updatedAt: "2026-03-05T10:00:00Z" })).toEqual(first);
  const older = { ...body, updatedAt: "2026-03-04T10:00:00Z", tags: ["older"] };
  expect(await upsertOrder(store, older)).toEqual(first);
  expect(await shown("again")).toEqual(before);
  expect(await changesOf("again")).toBe(1);
  // Of the same time, which shops give to several changes, each counts.
  await upsertOrder(store, { ...body, updatedAt: "2026-03-05T10:00:00Z", tags: ["newer"] });
  expect((await shown("again")).tags).toEqual(["newer"]);
  expect(await changesOf("again")).toBe(2);
});

test("an order that was posted is updated by its shop, keeps its location, and is found by what it has now", async () => {
  const id = freshId();
  const { locationId } = await createLocation(store.ctx, store.id, { name: "Dock" });
  const line = { id: "line-1", productId: "tee", title: "Tee", sku: "OLD-SKU", quantity: 2, price: 3 };
  const createdAt = "2026-02-01T10:00:00.000Z";
  await postOrder(store, { orderId: id, createdAt, lineItems: [line], locationId });
  const { body } = await upsertOrder(store, shopOrder(id, { lineItems: [shopLine("line-1", 2, "3.00")] }));
  expect(await shown(id)).toMatchObject({ locationId, createdAt: "2026-03-01T10:00:00.000Z" });
  const found = async (query: string) => {
    const response = await store.get(`/stores/:store/orders?${query}`);
    return ((await response.json()) as { orders: { orderId: string }[] }).orders.map(
      ({ orderId }) => orderId,
    );
  };
  expect(await found("sku=old-sku")).toEqual([]);
  expect(await found(`sku=SKU-line-1&order=${encodeURIComponent(id)}`)).toEqual([id]);
  expect(body).toMatchObject({ orderId: id });
});

test("parcels follow the shop: changed, delivered and removed ones, beside those and the scans that were recorded here", async () => {
  const parcel = (id: string, changes: Json = {}) => ({
    ...{ id, lineItems: [{ id: "line-1", quantity: 1 }], shippingDate: "2026-03-02" },
    trackingNumbers: [{ carrier: "Post", trackingNumber: `T-${id}` }, { trackingNumber: "second" }],
    ...changes,
  });
  const upsert = (fulfillments: Json[]) => upsertOrder(store, shopOrder("parcels", { fulfillments }));
  await upsert([parcel("f1"), parcel("f2")]);
  const own = { fulfillmentId: "own", lineItems: [{ id: "line-1", quantity: 1 }] };
  const scan = { message: "In the van", status: "in_transit", datetime: "2026-03-03T10:00:00.000Z" };
  const path = "/stores/:store/orders/parcels/fulfillments";
  expect((await store.post(`${path}/f1/tracking-events`, scan)).status).toBe(201);
  await upsert([parcel("f1", { deliveryDate: "2026-03-04T12:00:00Z", trackingNumbers: [] })]);
  expect((await store.post(path, own)).status).toBe(200);
  await upsert([parcel("f1", { deliveryDate: "2026-03-05T12:00:00Z" })]);
  const { fulfillments } = await shown("parcels");
  const delivered = { message: "Delivered", status: "delivered", datetime: "2026-03-05T12:00:00.000Z" };
  expect(fulfillments).toEqual([
    expect.objectContaining({
      ...{ id: "f1", fulfilledAt: "2026-03-02T00:00:00.000Z", deliveredAt: "2026-03-05T12:00:00.000Z" },
      ...{ trackingCompany: "Post", trackingNumber: "T-f1", trackingHistory: [scan, delivered] },
    }),
    expect.objectContaining({ id: "own" }),
  ]);
});

test("an order is found by the tracking numbers that its parcels have now, whenever it was created", async () => {
  const orderId = `numbers-${crypto.randomUUID()}`;
  const number = (name: string) => `${name}-${orderId}`;
  const upsert = async (numbers: string[], changes: Json = {}) => {
    const fulfillments = numbers.map((each, i) => ({
      ...{ id: `f${i}`, lineItems: [], trackingNumbers: [{ trackingNumber: number(each) }] },
    }));
    expect((await upsertOrder(store, shopOrder(orderId, { fulfillments, ...changes }))).status).toBe(200);
  };
  const found = (...names: string[]) => {
    const searches = names.map(async (name) => {
      const response = await store.get(`/stores/:store/search?q=${number(name)}`);
      return ((await response.json()) as { results: object[] }).results.length;
    });
    return Promise.all(searches);
  };
  await upsert(["first", "second"]);
  expect(await found("first", "second")).toEqual([1, 1]);
  await upsert(["other", "second"]);
  expect(await found("first", "second", "other")).toEqual([0, 1, 1]);
  await upsert(["other", "second"], { createdAt: "2026-02-01T10:00:00.000Z" });
  expect(await found("second", "other")).toEqual([1, 1]);
  await upsert(["other"], { createdAt: "2026-02-02T10:00:00.000Z" });
  expect(await found("second", "other")).toEqual([0, 1]);
  await upsert([]);
  expect(await found("other")).toEqual([0]);
});

test("a delivery that a carrier has said stays, whatever the shop says of its parcel", async () => {
  const parcel = { id: "f1", lineItems: [{ id: "line-1", quantity: 1 }], shippingDate: "2026-03-02" };
  const upsert = (changes: Json = {}) =>
    upsertOrder(store, shopOrder("carried", { fulfillments: [{ ...parcel, ...changes }] }));
  await upsert();
  const scan = { message: "Delivered", status: "delivered", datetime: "2026-03-04T10:00:00.000Z" };
  const path = "/stores/:store/orders/carried/fulfillments/f1/tracking-events";
  expect((await store.post(path, { ...scan, isOfShop: true })).status).toBe(201);
  await upsert({ deliveryDate: scan.datetime });
  await upsert({ deliveryDate: "2026-03-03T10:00:00Z" });
  await upsert({ trackingNumbers: [{ trackingNumber: "T-1" }] });
  const { fulfillments } = await shown("carried");
  expect(fulfillments).toMatchObject([{ trackingHistory: [scan], deliveredAt: scan.datetime }]);
});

test.each<[string, Json, string[]]>([
  ["a type that isn't order", { type: "cart" }, ["type"]],
  [
    "another currency in an amount",
    { lineItems: [shopLine("a", 1, "1", { priceSet: moneySet("1", "USD") })] },
    ["lineItems", "0", "priceSet", "presentmentMoney", "currencyCode"],
  ],
  [
    "an amount with too many digits",
    { orderDiscounts: [discount("1234567890.123456")] },
    ["orderDiscounts", "0", "amountSet", "presentmentMoney", "amount"],
  ],
  [
    "a negative amount",
    { orderDiscounts: [discount("-1")] },
    ["orderDiscounts", "0", "amountSet", "presentmentMoney", "amount"],
  ],
  [
    "a line id that is used twice",
    { lineItems: [shopLine("a", 1, "1"), shopLine("a", 1, "1")] },
    ["lineItems", "1", "id"],
  ],
  ["half a piece", { lineItems: [shopLine("a", 1.5, "1")] }, ["lineItems", "0", "quantity"]],
  ["no piece at all", { lineItems: [shopLine("a", 0, "1")] }, ["lineItems"]],
  ["sums that no number holds", { lineItems: [shopLine("a", 1_000_000, "999999999999.99")] }, ["lineItems"]],
  [
    "a refund id that is used twice",
    {
      refunds: [
        { id: "r", createdAt: "2026-03-02T08:00:00Z" },
        { id: "r", createdAt: "2026-03-02T08:00:00Z" },
      ],
    },
    ["refunds", "1", "id"],
  ],
  [
    "a parcel of another line",
    { fulfillments: [{ id: "f", lineItems: [{ id: "x", quantity: 1 }] }] },
    ["fulfillments", "0", "lineItems", "0", "id"],
  ],
  ["an id that no path can have", { id: ".." }, ["id"]],
  ["a day without a time", { updatedAt: "2026-03-01" }, ["updatedAt"]],
])("%s is 400, at its place in an object like the body", async (_, changes, place) => {
  const { status, body } = await upsertOrder(store, shopOrder("invalid", changes));
  const { error, errors } = body as { error: string; errors: Json };
  expect([status, typeof error]).toEqual([400, "string"]);
  const found = place.reduce<unknown>((at, name) => (at as Json)[name], errors);
  expect(found).toEqual([expect.any(String)]);
});

test("a line that a return holds can't be removed, nor get fewer units, nor another currency; a deleted return holds none", async () => {
  const lineItems = [shopLine("held", 3, "10.00"), shopLine("other", 1, "5.00")];
  await upsertOrder(store, shopOrder("holding", { lineItems }));
  const made = await returned("holding", "held", 2);
  const edits: Json[] = [
    { lineItems: [shopLine("other", 1, "5.00")] },
    { lineItems: [shopLine("held", 0, "10.00"), shopLine("other", 1, "5.00")] },
    { lineItems: [shopLine("held", 1, "10.00")] },
  ];
  for (const edit of edits) {
    expect(await upsertOrder(store, shopOrder("holding", edit))).toEqual(
      problemAnswer(409, expect.stringContaining("held")),
    );
  }
  const dollars = JSON.parse(JSON.stringify(shopOrder("holding", { lineItems })).replaceAll("EUR", "USD"));
  expect((await upsertOrder(store, dollars)).status).toBe(409);
  // Two of three are held: two may stay.
  const fewer = shopOrder("holding", { lineItems: [shopLine("held", 2, "12.00")] });
  expect((await upsertOrder(store, fewer)).status).toBe(200);
  const read = await store.get(`/returns/${made.id}`);
  expect(((await read.json()) as { return: unknown }).return).toMatchObject({
    items: [{ quantity: 2, refund: { amount: { amount: "20.00", currency: "EUR" } } }],
  });
  await store.put(`/returns/${made.id}/status`, { status: "deleted" });
  const gone = shopOrder("holding", { lineItems: [shopLine("other", 1, "5.00")] });
  expect((await upsertOrder(store, gone)).status).toBe(200);
  expect((await store.get(`/returns/${made.id}`)).status).toBe(200);
});

test("a line gets an id in returns that no line of the order has had, also after the last one is removed", async () => {
  const id = freshId();
  const put = async (minute: number, ...lines: string[]) => {
    const lineItems = lines.map((line) => shopLine(line, 1, "5.00"));
    const updatedAt = `2026-03-01T11:0${minute}:00Z`;
    expect((await upsertOrder(store, shopOrder(id, { lineItems, updatedAt }))).status).toBe(200);
  };
  await put(1, "line-1", "b");
  const made = await returnIn(postReturn(store, id));
  const lineIds = async () => {
    const { order } = await readReturn(store, made.id);
    return order.items.map((item) => [item.externalId, item.id.replace(`${order.id}_`, "")]);
  };
  await put(2, "line-1");
  await put(3, "c", "line-1");
  const ids = [
    ["c", "3"],
    ["line-1", "1"],
  ];
  expect(await lineIds()).toEqual(ids);
  await put(4, "line-1");
  await put(5, "line-1", "b");
  expect(await lineIds()).toEqual([
    ["line-1", "1"],
    ["b", "4"],
  ]);
  expect(JSON.stringify(await getOrder(store, id))).not.toMatch(/position/i);
});

test("lines that were removed have ids of their own in the deleted return that names them", async () => {
  const id = freshId();
  const lineItems = ["a", "b", "line-1"].map((line) => shopLine(line, 1, "5.00"));
  const updatedAt = "2026-03-01T11:01:00Z";
  expect((await upsertOrder(store, shopOrder(id, { lineItems, updatedAt }))).status).toBe(200);
  const items = ["a", "b"].map((lineItemId) => ({ lineItemId, quantity: 1, reason: "r" }));
  const made = await returnIn(postReturn(store, id, { items }));
  expect((await moveTo(store, made.id, "deleted")).status).toBe(204);
  const left = { lineItems: lineItems.slice(2), updatedAt: "2026-03-01T11:02:00Z" };
  expect((await upsertOrder(store, shopOrder(id, left))).status).toBe(200);
  const { order, return: shown } = await readReturn(store, made.id);
  const ids = [...order.items, ...shown.items.map(({ orderItem }) => orderItem)].map((each) => each.id);
  expect(new Set(ids).size).toBe(3);
  expect(shown.items.map(({ orderItem }) => orderItem.line_item_id)).toEqual(["a", "b"]);
});

test("what the shop has refunded itself counts towards what was paid, and a line returns at most its returnable pieces", async () => {
  const refunds = [
    { id: "r1", createdAt: "2026-03-02T08:00:00Z", orderLevelRefunds: [{ amountSet: moneySet("15.00") }] },
  ];
  const lineItems = [shopLine("line-1", 2, "10.00", { returnableQuantity: 1 })];
  await upsertOrder(store, shopOrder("refunded", { refunds }));
  const made = await returned("refunded", "line-1", 1);
  expect(made.totals.refund.amount.amount).toBe("5.00");
  expect((await upsertOrder(store, shopOrder("refunded", { refunds, lineItems }))).status).toBe(200);
  const items = [{ lineItemId: "line-1", quantity: 1, reason: "" }];
  expect((await postReturn(store, "refunded", { items })).status).toBe(409);
  // More refunds than was paid are the shop's business.
  const more = [{ ...refunds[0], orderLevelRefunds: [{ amountSet: moneySet("500.00") }] }];
  expect((await upsertOrder(store, shopOrder("refunded", { refunds: more }))).status).toBe(200);
});

test("the returns of an order are those of the customer that a shop has given it last", async () => {
  const of = (email: string) =>
    shopOrder("passed-on", { customer: { email, firstName: "Alex", lastName: "Doe" } });
  await upsertOrder(store, of("first@example.test"));
  const { id } = await returned("passed-on", "line-1", 1);
  expect((await upsertOrder(store, of("second@example.test"))).status).toBe(200);
  const found = async (email: string) => {
    const { body } = await answerOf(store.get(`/stores/:store/returns?email=${email}`));
    return (body as { returns: Return[] }).returns.map((one) => one.id);
  };
  expect([await found("first@example.test"), await found("second@example.test")]).toEqual([[], [id]]);
});

test("an erased customer does not come back with their order", async () => {
  const id = "erased-1";
  const body = shopOrder(id, RICH);
  await upsertOrder(store, body);
  const { body: customer } = await getCustomer(store, `${id}@example.test`);
  const path = `/stores/:store/customers/${(customer as { id: string }).id}/erase`;
  expect((await store.post(path, undefined)).status).toBe(202);
  const edited = { ...body, updatedAt: "2026-04-01T10:00:00Z", tags: ["edited"] };
  expect((await upsertOrder(store, edited)).status).toBe(200);
  await service.drain();
  expect((await upsertOrder(store, { ...edited, refunds: RICH.refunds })).status).toBe(200);
  const text = JSON.stringify(await shown(id));
  for (const word of ["@example.test", "Alex", "1 Road", "late"]) expect(text).not.toContain(word);
  expect((await getCustomer(store, `${id}@example.test`)).status).toBe(404);
});

test("an erased customer doesn't come back in a line's picture, and their parcel was delivered once", async () => {
  const id = "erased-2";
  const image = "https://shop.test/engraved.png?text=Alex+Doe";
  const parcel = (deliveryDate: string) => ({
    fulfillments: [{ id: "f1", lineItems: [{ id: "line-1", quantity: 1 }], deliveryDate }],
  });
  const body = shopOrder(id, {
    lineItems: [shopLine("line-1", 1, "5.00", { image })],
    customer: { id, email: `${id}@example.test`, firstName: "Alex", lastName: "Doe" },
    ...parcel("2026-03-04T15:00:00Z"),
  });
  await upsertOrder(store, body);
  expect((await store.post(`/stores/:store/customers/${id}/erase`, undefined)).status).toBe(202);
  await service.drain();
  const changes = { updatedAt: "2026-04-01T10:00:00Z", ...parcel("2026-03-05T15:00:00Z") };
  const lineItems = [shopLine("line-1", 1, "6.00", { image })];
  expect((await upsertOrder(store, { ...body, ...changes, lineItems })).status).toBe(200);
  expect(await shown(id)).toMatchObject({
    lineItems: [{ price: 6, imageUrl: "https://shop.test/engraved.png?text=erased" }],
    fulfillments: [{ trackingHistory: [{ status: "delivered", datetime: "2026-03-05T15:00:00.000Z" }] }],
  });
});

test("orders that arrive at once under one id become one order, with the state of the last update", async () => {
  const sent = Array.from({ length: 8 }, (_, i) =>
    upsertOrder(store, shopOrder("at once", { updatedAt: `2026-03-01T10:00:0${i}Z`, tags: [`${i}`] })),
  );
  const answers = await Promise.all(sent);
  expect(new Set(answers.map(({ body }) => (body as { redoId: string }).redoId)).size).toBe(1);
  expect((await shown("at once")).tags).toEqual(["7"]);
});

test("without a secret it is 401 with an error, and for another store's path 403", async () => {
  const none = await service.as({ id: store.id, secret: "wrong" }).post(SHOP_ORDERS, shopOrder("x"));
  expect([none.status, Object.keys((await none.json()) as object)]).toEqual([401, ["error"]]);
  const other = await store.post("/stores/other/custom/orders", shopOrder("x"));
  expect(other.status).toBe(403);
});
