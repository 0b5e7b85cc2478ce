import { afterAll, expect, test } from "bun:test";
import { getOrder } from "../../../support/orders.ts";
import { answerOf } from "../../../support/returns.ts";
import type { TestStore } from "../../../support/service.ts";
import { createShopifyShop, serveShopify } from "../../../support/shops/shopify.ts";
import { shopifyFile } from "../../../support/shops/shopify-file.ts";
import { useService, useStore } from "../../../support/use-service.ts";

const shop = createShopifyShop();
const served = serveShopify(shop);
afterAll(() => served.stop());

const service = useService({ publicUrl: "https://returns.example", webhookAllowedHosts: [served.host] });
const store = useStore(service);

const PATH = "/stores/:store/connectors/shopify";
const CREDENTIALS = { shop: "linen-and-co", accessToken: shop.accessToken, clientSecret: "hush" };
const { line, order, refund, transaction } = shopifyFile("EUR");

function connect(settings: object = {}) {
  return answerOf(store.put(PATH, { url: served.origin, credentials: CREDENTIALS, ...settings }));
}

/** Sends a webhook as Shopify does: signed over its bytes, with ids as numbers. */
async function hook(
  topic: string,
  body: unknown,
  { secret = "hush", to = store as Pick<TestStore, "id"> } = {},
) {
  const text = JSON.stringify(body).replace(/"(id|order_id)":"(\d+)"/g, '"$1":$2');
  const bytes = new TextEncoder().encode(text);
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", new TextEncoder().encode(secret), algorithm, false, [
    "sign",
  ]);
  const signature = new Uint8Array(await crypto.subtle.sign("HMAC", key, bytes)).toBase64();
  const headers = {
    "Content-Type": "application/json",
    "X-Shopify-Topic": topic,
    "X-Shopify-Hmac-Sha256": signature,
  };
  const { status } = await service.fetch(`/hooks/shopify/${to.id}`, { method: "POST", headers, body: bytes });
  return status;
}

function file(id: string, updatedAt: string, changes: object = {}) {
  const tee = line("Tee", { id: `${id}1`.slice(-17), price: "11.90", quantity: 2, tax: ["3.80"] });
  return order(
    [tee],
    { total: "23.80", tax: "3.80" },
    { id, updated_at: updatedAt, taxes_included: true, ...changes },
  );
}

test("an order comes by a signed webhook, is changed by the next one, and by what a webhook only names", async () => {
  expect(await connect()).toMatchObject({
    status: 200,
    body: {
      connector: {
        kind: "shopify",
        state: "ok",
        webhookUrl: `https://returns.example/hooks/shopify/${store.id}`,
      },
    },
  });
  const id = "820982911946154508";
  expect(await hook("orders/create", file(id, "2026-03-01T10:00:00Z"))).toBe(200);
  expect(await getOrder(store, id)).toMatchObject({
    body: {
      orderId: id,
      totalPrice: 23.8,
      totalTax: 3.8,
      currencyCode: "EUR",
      lineItems: [{ price: 11.9, quantity: 2 }],
    },
  });
  const refunded = file(id, "2026-03-02T10:00:00Z", { refunds: [refund([transaction("5.00")])] });
  shop.put(refunded);
  expect(await hook("refunds/create", { id: "1", order_id: id })).toBe(200);
  expect((await getOrder(store, id)).body).toMatchObject({ refunds: [{ orderLevelRefunds: [{}] }] });
  expect(await hook("orders/updated", file(id, "2026-03-01T12:00:00Z", { tags: "late" }))).toBe(200);
  expect((await getOrder(store, id)).body).toMatchObject({ tags: ["vip", "spring"] });
});

test("a webhook that isn't signed with the app's secret is 401, and one about something else has no effect", async () => {
  await connect();
  expect(await hook("orders/create", file("77", "2026-03-01T10:00:00Z"), { secret: "other" })).toBe(401);
  expect(await hook("orders/create", file("77", "2026-03-01T10:00:00Z"), { to: { id: "unknown" } })).toBe(
    401,
  );
  expect(await hook("products/update", { id: "77" })).toBe(200);
  expect((await getOrder(store, "77")).status).toBe(404);
});

test("the poll reads what is there when a shop is connected, and later what a lost webhook was about", async () => {
  for (let i = 0; i < 60; i++)
    shop.put(file(String(5_000 + i), new Date(Date.now() - 3_600_000 + i * 1_000).toISOString()));
  await connect();
  await service.drain();
  for (const id of ["5000", "5059"]) expect((await getOrder(store, id)).status).toBe(200);
  shop.put(
    file("5003", new Date().toISOString(), { cancelled_at: "2026-03-03T10:00:00Z", cancel_reason: "fraud" }),
  );
  shop.put(file("6000", new Date().toISOString(), { total_price: "1.00", total_price_set: null }));
  expect((await connect()).body).toMatchObject({ connector: { state: "ok" } });
  await service.drain();
  expect((await getOrder(store, "5003")).body).toMatchObject({ cancelReason: "fraud" });
  expect((await getOrder(store, "6000")).status).toBe(404);
  expect((await answerOf(store.get(PATH))).body).toMatchObject({
    connector: {
      state: "ok",
      lastError: expect.stringContaining("add up to 23.80 EUR, and its total_price is 1.00 EUR"),
    },
  });
});

test("a shop that doesn't know the token is failing, and is read again once it does", async () => {
  shop.fail("orders.json", 401);
  await connect();
  await service.drain();
  expect((await answerOf(store.get(PATH))).body).toMatchObject({
    connector: { state: "failing", lastError: expect.stringContaining("401") },
  });
  await connect();
  await service.drain();
  expect((await answerOf(store.get(PATH))).body).toMatchObject({
    connector: { state: "ok", lastError: expect.not.stringContaining("401") },
  });
});
