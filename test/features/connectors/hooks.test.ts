import { describe, expect, test } from "bun:test";
import { moveTo, postReturn, returnIn } from "../../support/returns.ts";
import type { TestStore } from "../../support/service.ts";
import { postHook, serveShops, shopFile } from "../../support/shops/connected-shop.ts";
import { useService } from "../../support/use-service.ts";

const shops = serveShops();
const service = useService({ webhookAllowedHosts: [shops.host] });
/** One more than a double holds. */
const LARGE_ID = "9007199254740993";

async function connected(): Promise<TestStore> {
  const store = await service.newStore();
  await shops.connect(store);
  return store;
}

async function orderOf(store: TestStore, id: string) {
  const response = await store.get(`/stores/:store/orders/${id}`);
  return response.status === 200 ? await response.json() : response.status;
}

async function rejectedIn(store: TestStore) {
  return (await (await store.get("/stores/:store/connectors/shopify/rejected-orders")).json()).orders;
}

const resultOf = async (response: Response) => [response.status, (await response.json()).result];

describe("a webhook of a shop", () => {
  test("is answered once its order is stored, under the shop's id to the last digit", async () => {
    const store = await connected();
    expect(await resultOf(await postHook(service, store, shopFile(LARGE_ID)))).toEqual([200, "stored"]);
    expect(await orderOf(store, LARGE_ID)).toMatchObject({ orderId: LARGE_ID, totalPrice: 20 });
  });

  test("changes nothing if it comes again or late", async () => {
    const store = await connected();
    const first = shopFile("11", { quantity: 2, updatedAt: "2026-03-02T10:00:00Z" });
    const second = shopFile("11", { quantity: 3, updatedAt: "2026-03-03T10:00:00Z" });
    for (const body of [second, first, second])
      expect(await resultOf(await postHook(service, store, body))).toEqual([200, "stored"]);
    expect(await orderOf(store, "11")).toMatchObject({ totalPrice: 30 });
  });

  test.each([
    ["about something else", { topic: "products/update" }, shopFile("12")],
    ["whose body is not of its topic", { topic: "refunds/create" }, "webhook_id=5"],
  ])("%s has no effect and is answered 200", async (_, options, body) => {
    const store = await connected();
    expect(await resultOf(await postHook(service, store, body, options))).toEqual([200, "ignored"]);
    expect(await orderOf(store, "12")).toBe(404);
  });

  test("has no effect while the connector is off", async () => {
    const store = await connected();
    await store.put("/stores/:store/connectors/shopify", { enabled: false });
    expect(await resultOf(await postHook(service, store, shopFile("13")))).toEqual([200, "ignored"]);
    expect(await orderOf(store, "13")).toBe(404);
  });

  test("that names an order has it read from the shop, and is answered 503 if the shop can't be asked", async () => {
    const store = await service.newStore();
    const shop = await shops.connect(store);
    shop.orders.set("14", shopFile("14"));
    const body = JSON.stringify({ order_id: 14 });
    shop.instead = () => new Response("down", { status: 500 });
    const down = await postHook(service, store, body, { topic: "refunds/create" });
    expect([down.status, down.headers.get("Retry-After")]).toEqual([503, "60"]);
    shop.instead = undefined;
    const stored = await postHook(service, store, body, { topic: "refunds/create" });
    expect(await resultOf(stored)).toEqual([200, "stored"]);
    expect(await orderOf(store, "14")).toMatchObject({ orderId: "14" });
  });

  test("of more than 4 MB is answered 413", async () => {
    const store = await connected();
    const body = " ".repeat(4 * 1024 * 1024 + 1);
    expect((await postHook(service, store, body)).status).toBe(413);
  });
});

test("a missing or wrong signature looks like a store or a connector that isn't there", async () => {
  const store = await connected();
  const other = await service.newStore();
  const body = shopFile("15");
  const answers = await Promise.all(
    [
      { signature: null },
      { signature: "" },
      { signature: "not base64" },
      { signature: btoa("x".repeat(32)) },
      { storeId: other.id },
      { storeId: "nowhere" },
      { storeId: "%00" },
      { kind: "prestashop" },
    ].map(async (options) => {
      const response = await postHook(service, store, body, options);
      const { instance: _, ...shown } = await response.json();
      const headers = Object.fromEntries(response.headers);
      return { status: response.status, ...shown, headers: { ...headers, "x-request-id": "" } };
    }),
  );
  expect(answers[0]).toMatchObject({ status: 401, code: "unauthenticated" });
  for (const answer of answers) expect(answer).toEqual(answers[0]);
  expect(await orderOf(store, "15")).toBe(404);
});

test("an order that can't be stored is answered 200, shown with its reason, and forgotten once it can be", async () => {
  const store = await connected();
  const broken = shopFile("16", { more: { presentment_currency: "euro" } });
  expect(await resultOf(await postHook(service, store, broken))).toEqual([200, "rejected"]);
  expect(await rejectedIn(store)).toMatchObject([
    { orderId: "16", reason: expect.stringContaining("presentment_currency") },
  ]);
  const { connector } = await (await store.get("/stores/:store/connectors/shopify")).json();
  expect(connector).toMatchObject({
    state: "ok",
    lastError: expect.stringContaining("Order 16 was rejected: "),
  });

  expect(await resultOf(await postHook(service, store, shopFile("16")))).toEqual([200, "stored"]);
  expect(await rejectedIn(store)).toEqual([]);
});

test("an edit that takes away what a return holds is rejected, and leaves the order as it was", async () => {
  const store = await connected();
  await postHook(service, store, shopFile("17"));
  const created = await store.post("/stores/:store/returns", {
    data: {
      provider: "shopify",
      externalOrderId: "17",
      items: [{ lineItemId: "5001", quantity: 2, reason: "too small" }],
      shippingAddress: {
        line1: "1 Road",
        city: "London",
        state: "ENG",
        postalCode: "SW1Y 4JH",
        country: "GB",
      },
    },
  });
  expect(created.status).toBe(201);
  const edited = shopFile("17", { quantity: 1, updatedAt: "2026-03-04T10:00:00Z" });
  expect(await resultOf(await postHook(service, store, edited))).toEqual([200, "rejected"]);
  expect(await rejectedIn(store)).toMatchObject([
    { orderId: "17", reason: expect.stringContaining("hold 2 units") },
  ]);
  expect(await orderOf(store, "17")).toMatchObject({ totalPrice: 20 });
});

test("an old webhook that comes late doesn't forget a newer edit that was rejected: the next poll stores it once it can", async () => {
  const store = await service.newStore();
  const shop = await shops.connect(store);
  const first = shopFile("18");
  await postHook(service, store, first);
  const items = [{ lineItemId: "5001", quantity: 2, reason: "too small" }];
  const { id } = await returnIn(postReturn(store, "18", { items }));
  const edited = shopFile("18", { quantity: 1, updatedAt: "2026-03-04T10:00:00Z" });
  shop.orders.set("18", edited);
  expect(await resultOf(await postHook(service, store, edited))).toEqual([200, "rejected"]);
  expect(await resultOf(await postHook(service, store, first))).toEqual([200, "stored"]);
  expect(await rejectedIn(store)).toMatchObject([{ orderId: "18" }]);
  expect((await moveTo(store, id, "deleted")).status).toBe(204);
  expect((await store.post("/stores/:store/connectors/shopify/poll", {})).status).toBe(202);
  await service.drain();
  expect(await orderOf(store, "18")).toMatchObject({ totalPrice: 10 });
  expect(await rejectedIn(store)).toEqual([]);
});

test("an old webhook that comes late, and is newer than what is stored, doesn't forget a newer edit that was rejected", async () => {
  const store = await service.newStore();
  const shop = await shops.connect(store);
  await postHook(service, store, shopFile("19", { quantity: 3 }));
  const items = [{ lineItemId: "5001", quantity: 2, reason: "too small" }];
  const { id } = await returnIn(postReturn(store, "19", { items }));
  const edited = shopFile("19", { quantity: 1, updatedAt: "2026-03-04T10:00:00Z" });
  shop.orders.set("19", edited);
  expect(await resultOf(await postHook(service, store, edited))).toEqual([200, "rejected"]);
  const between = shopFile("19", { quantity: 2, updatedAt: "2026-03-03T10:00:00Z" });
  expect((await postHook(service, store, between)).status).toBe(200);
  expect(await orderOf(store, "19")).toMatchObject({ totalPrice: 20 });
  expect(await rejectedIn(store)).toMatchObject([{ orderId: "19" }]);
  expect((await moveTo(store, id, "deleted")).status).toBe(204);
  await store.ctx.db.execute(
    `update connector_rejections set retry_at = now() where store_id = '${store.id}'`,
  );
  expect((await store.post("/stores/:store/connectors/shopify/poll", {})).status).toBe(202);
  await service.drain();
  expect(await orderOf(store, "19")).toMatchObject({ totalPrice: 10 });
  expect(await rejectedIn(store)).toEqual([]);
});

test("a parcel was delivered when Shopify showed it so first, whatever changes of it since", async () => {
  const store = await connected();
  const sent = (day: number, changes: object) => {
    const at = `2026-03-0${day}T10:00:00Z`;
    const parcel = { id: 31, status: "success", created_at: "2026-03-02T10:00:00Z", updated_at: at };
    const fulfillments = [{ ...parcel, line_items: [{ id: 5_001, quantity: 2 }], ...changes }];
    return postHook(service, store, shopFile("20", { updatedAt: at, more: { fulfillments } }));
  };
  const deliveredAt = async () => (await orderOf(store, "20")).fulfillments[0].deliveredAt;
  for (const [day, changes, expected] of [
    [4, { shipment_status: "delivered" }, "2026-03-04T10:00:00.000Z"],
    [6, { shipment_status: "delivered", tracking_number: "N1" }, "2026-03-04T10:00:00.000Z"],
    [7, { shipment_status: "in_transit" }, undefined],
    [8, { shipment_status: "delivered" }, "2026-03-08T10:00:00.000Z"],
  ] as const) {
    expect((await sent(day, changes)).status).toBe(200);
    expect([day, (await deliveredAt()) ?? undefined]).toEqual([day, expected]);
  }
});

test("more than a hundred verified webhooks of a store in a second are answered 429", async () => {
  const store = await connected();
  const responses = await Promise.all(
    Array.from({ length: 300 }, () => postHook(service, store, "{}", { topic: "products/update" })),
  );
  const statuses = new Set(responses.map(({ status }) => status));
  expect([...statuses].sort()).toEqual([200, 429]);
});
