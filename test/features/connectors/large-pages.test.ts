import { expect, test } from "bun:test";
import { getOrder, type Json } from "../../support/orders.ts";
import { answerOf } from "../../support/returns.ts";
import type { TestStore } from "../../support/service.ts";
import { connectorBody, postHook } from "../../support/shops/connected-shop.ts";
import { API_KEY, openMedusaShop } from "../../support/shops/medusa.ts";
import { itemOf, medusaOrder } from "../../support/shops/medusa-orders.ts";
import { createShopifyShop, serveShopify } from "../../support/shops/shopify.ts";
import { shopifyFile } from "../../support/shops/shopify-file.ts";
import { serveWooShops, WOO_CREDENTIALS, WooShop } from "../../support/shops/woocommerce.ts";
import { wooLine, wooOrder } from "../../support/shops/woocommerce-orders.ts";
import { useService } from "../../support/use-service.ts";

const [shopify, shopifyOfOne] = [createShopifyShop(), createShopifyShop()];
const [servedShopify, servedOne, servedWoo, medusa, medusaOfOne] = [
  ...[await serveShopify(shopify), await serveShopify(shopifyOfOne)],
  ...[await serveWooShops(), await openMedusaShop(), await openMedusaShop()],
] as const;
const hosts = [servedShopify, servedOne, servedWoo].map(({ host }) => host);
for (const { origin } of [medusa, medusaOfOne]) hosts.push(new URL(origin).host);
const service = useService({ webhookAllowedHosts: hosts, publicUrl: "https://returns.example" });
for (const { close } of [servedShopify, servedOne, servedWoo, medusa, medusaOfOne]) service.beforeStop(close);

const ORDERS = 30;
/** So much in each order that a page of them is more than is read of an answer: in fields, or in bytes. */
const FIELDS = { note_attributes: Array(12_000).fill(0) };
const BYTES = { customer_note: "n".repeat(800_000) };

const at = (i: number) => new Date(Date.UTC(2026, 2, 1, 10, i)).toISOString();

async function connected(kind: string, body: Json): Promise<TestStore> {
  const store = await service.newStore();
  expect((await answerOf(store.put(`/stores/:store/connectors/${kind}`, body))).status).toBe(200);
  return store;
}

async function expectRead(store: TestStore, kind: string, idOf: (i: number) => string) {
  await service.drain();
  const { body } = await answerOf(store.get(`/stores/:store/connectors/${kind}`));
  expect(body).toMatchObject({ connector: { state: "ok", lastError: null } });
  for (const i of [0, ORDERS - 1]) expect((await getOrder(store, idOf(i))).status).toBe(200);
}

test("a page of Shopify's orders with more fields than are read at once is read in parts", async () => {
  const { line, order } = shopifyFile("EUR");
  for (let i = 0; i < ORDERS; i++) {
    const lines = [line("Tee", { price: "20.00" })];
    shopify.put(order(lines, { total: "20.00" }, { id: `${700 + i}`, updated_at: at(i), ...FIELDS }));
  }
  const credentials = { shop: "linen", accessToken: shopify.accessToken, clientSecret: "hush" };
  const store = await connected("shopify", { url: servedShopify.origin, credentials });
  await expectRead(store, "shopify", (i) => `${700 + i}`);
});

test.each([
  ["minutes", at],
  ["one second", () => at(0)],
])(
  "a page of WooCommerce's orders of %s that is larger than is read at once is read in parts",
  async (_, timeOf) => {
    const shop = new WooShop();
    for (let i = 0; i < ORDERS; i++) {
      const date_modified_gmt = timeOf(i).slice(0, 19);
      const line_items = [wooLine(1, 2, "20.00")];
      shop.put(wooOrder(700 + i, { total: "20.00", date_modified_gmt, line_items, ...BYTES }));
    }
    const store = await service.newStore();
    servedWoo.shops.set(store.id, shop);
    const body = { url: `http://${servedWoo.host}/${store.id}`, credentials: WOO_CREDENTIALS };
    expect((await answerOf(store.put("/stores/:store/connectors/woocommerce", body))).status).toBe(200);
    await expectRead(store, "woocommerce", (i) => `${700 + i}`);
  },
);

/** Medusa shows fields of an order that are asked for, and of its customer all. */
const ofCustomer = (metadata: Json) => ({ customer: { email: "ada@example.test", metadata } });

test("a page of Medusa's orders with more fields than are read at once is read in parts", async () => {
  for (let i = 0; i < ORDERS; i++)
    medusa.put(
      medusaOrder(`order_${100 + i}`, {
        ...{ updated_at: at(i % 10), items: [itemOf("line", 1, 10)], ...ofCustomer(FIELDS) },
      }),
    );
  const credentials = { apiKey: API_KEY, webhookSecret: "a secret of the subscriber" };
  const store = await connected("medusa", { url: medusa.origin, credentials });
  await expectRead(store, "medusa", (i) => `order_${100 + i}`);
});

/** More fields in one order than are read of an answer. */
const TOO_MANY = { note_attributes: Array(200_001).fill(0) };

/** The second of three orders can't be read: it is rejected, and the others come in, those that change later too. */
async function expectPassed(
  store: TestStore,
  kind: string,
  idOf: (i: number) => string,
  changeLast: () => void,
) {
  const path = `/stores/:store/connectors/${kind}`;
  await service.drain();
  for (const [i, status] of [200, 404, 200].entries())
    expect([i, (await getOrder(store, idOf(i))).status]).toEqual([i, status]);
  expect((await answerOf(store.get(path))).body).toMatchObject({ connector: { state: "ok" } });
  changeLast();
  expect((await store.post(`${path}/poll`, undefined)).status).toBe(202);
  await service.drain();
  expect((await getOrder(store, idOf(2))).body).toMatchObject({ cancelReason: expect.any(String) });
  expect((await answerOf(store.get(`${path}/rejected-orders`))).body).toMatchObject({
    orders: [{ orderId: idOf(1), reason: expect.stringContaining("too large") }],
  });
}

test("an order of Shopify that is more than is read at once is rejected, and keeps no other back", async () => {
  const { line, order } = shopifyFile("EUR");
  const put = (i: number, more: Json) =>
    shopifyOfOne.put(
      order([line("Tee", { price: "20.00" })], { total: "20.00" }, { id: `${800 + i}`, ...more }),
    );
  for (let i = 0; i < 3; i++) put(i, { updated_at: at(i), ...(i === 1 && TOO_MANY) });
  const { accessToken } = shopifyOfOne;
  const credentials = { ...connectorBody(0, "").credentials, accessToken };
  const store = await connected("shopify", { url: servedOne.origin, credentials });
  const cancelled = { cancelled_at: at(9), cancel_reason: "fraud" };
  await expectPassed(
    store,
    "shopify",
    (i) => `${800 + i}`,
    () => put(2, { updated_at: at(9), ...cancelled }),
  );
  const hook = await postHook(service, store, '{"order_id":801}', { topic: "refunds/create" });
  expect([hook.status, await hook.json()]).toEqual([200, { result: "rejected" }]);
});

test("an order of WooCommerce that is more than is read at once is rejected, and keeps no other back", async () => {
  const shop = new WooShop();
  const put = (i: number, more: Json) =>
    shop.put(wooOrder(800 + i, { total: "20.00", line_items: [wooLine(1, 2, "20.00")], ...more }));
  for (let i = 0; i < 3; i++) put(i, { date_modified_gmt: at(i).slice(0, 19), ...(i === 1 && TOO_MANY) });
  // One that doesn't come in isn't rejected either.
  put(3, {
    date_modified_gmt: at(3).slice(0, 19),
    status: "checkout-draft",
    date_paid_gmt: null,
    ...TOO_MANY,
  });
  const store = await service.newStore();
  servedWoo.shops.set(store.id, shop);
  const body = { url: `http://${servedWoo.host}/${store.id}`, credentials: WOO_CREDENTIALS };
  expect((await answerOf(store.put("/stores/:store/connectors/woocommerce", body))).status).toBe(200);
  await expectPassed(
    store,
    "woocommerce",
    (i) => `${800 + i}`,
    () => put(2, { date_modified_gmt: at(9).slice(0, 19), status: "failed" }),
  );
});

test("an order of Medusa that is more than is read at once is rejected, and keeps no other back", async () => {
  const put = (i: number, more: Json) =>
    medusaOfOne.put(medusaOrder(`order_${800 + i}`, { items: [itemOf("line", 1, 10)], ...more }));
  for (let i = 0; i < 3; i++) put(i, { updated_at: at(i), ...(i === 1 && ofCustomer(TOO_MANY)) });
  const credentials = { apiKey: API_KEY, webhookSecret: "a secret of the subscriber" };
  const store = await connected("medusa", { url: medusaOfOne.origin, credentials });
  await expectPassed(
    store,
    "medusa",
    (i) => `order_${800 + i}`,
    () => put(2, { updated_at: at(9), status: "canceled", canceled_at: at(9) }),
  );
});
