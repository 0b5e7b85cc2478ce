import { expect, test } from "bun:test";
import { getOrder, type Json } from "../../support/orders.ts";
import { answerOf } from "../../support/returns.ts";
import type { TestStore } from "../../support/service.ts";
import { API_KEY, openMedusaShop } from "../../support/shops/medusa.ts";
import { itemOf, medusaOrder } from "../../support/shops/medusa-orders.ts";
import { createShopifyShop, serveShopify } from "../../support/shops/shopify.ts";
import { shopifyFile } from "../../support/shops/shopify-file.ts";
import { serveWooShops, WOO_CREDENTIALS, WooShop } from "../../support/shops/woocommerce.ts";
import { wooLine, wooOrder } from "../../support/shops/woocommerce-orders.ts";
import { useService } from "../../support/use-service.ts";

const shopify = createShopifyShop();
const [servedShopify, servedWoo, medusa] = [
  await serveShopify(shopify),
  await serveWooShops(),
  await openMedusaShop(),
];
const hosts = [servedShopify.host, servedWoo.host, new URL(medusa.origin).host];
const service = useService({ webhookAllowedHosts: hosts, publicUrl: "https://returns.example" });
for (const { close } of [servedShopify, servedWoo, medusa]) service.beforeStop(close);

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

test("a page of Medusa's orders with more fields than are read at once is read in parts", async () => {
  for (let i = 0; i < ORDERS; i++)
    medusa.put(
      medusaOrder(`order_${100 + i}`, { updated_at: at(i % 10), items: [itemOf("line", 1, 10)], ...FIELDS }),
    );
  const credentials = { apiKey: API_KEY, webhookSecret: "a secret of the subscriber" };
  const store = await connected("medusa", { url: medusa.origin, credentials });
  await expectRead(store, "medusa", (i) => `order_${100 + i}`);
});
