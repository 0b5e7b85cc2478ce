import { afterAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import type { Return } from "../../../../src/features/returns/schema.ts";
import { createLocation } from "../../../../src/features/stores/create-location.ts";
import { readOrderImport, startOrderImport } from "../../../support/order-imports.ts";
import { getOrder, type Json } from "../../../support/orders.ts";
import { payoutsOf, refund as sayPaid } from "../../../support/payouts.ts";
import { answerOf, moveTo, postReturn, returnIn } from "../../../support/returns.ts";
import type { TestStore } from "../../../support/service.ts";
import { createShopifyShop, serveShopify } from "../../../support/shops/shopify.ts";
import { shopifyFile } from "../../../support/shops/shopify-file.ts";
import { patchItem, stockLines } from "../../../support/stock.ts";
import { useService, useStore } from "../../../support/use-service.ts";

const shop = createShopifyShop();
const served = await serveShopify(shop);
afterAll(() => served.close());

const service = useService({
  ...{ publicUrl: "https://returns.example", payoutRetrySchedule: [0, 5, 5] },
  webhookAllowedHosts: [served.host],
});
const store = useStore(service);

const PATH = "/stores/:store/connectors/shopify";
const CREDENTIALS = { shop: "linen-and-co", accessToken: shop.accessToken, clientSecret: "hush" };
const { line, order, refund, refundLine, transaction, fulfillment } = shopifyFile("EUR");

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

test("an order that is deleted in the shop is cancelled, unless it has returns or is there after all", async () => {
  await connect();
  const [gone, returned, kept, unreturned] = ["7101", "7102", "7103", "7105"];
  for (const id of [gone, returned, kept, unreturned])
    expect(await hook("orders/create", file(id, "2026-03-01T10:00:00Z"))).toBe(200);
  shop.put(file(kept, "2026-03-01T10:00:00Z"));
  const returnOf = (id: string) =>
    returnIn(postReturn(store, id, { items: [{ lineItemId: `${id}1`, quantity: 1, reason: "r" }] }));
  await returnOf(returned);
  // A deleted return is none.
  await moveTo(store, (await returnOf(unreturned)).id, "deleted");
  for (const id of [gone, returned, kept, unreturned, "7104"])
    expect(await hook("orders/delete", { id })).toBe(200);
  for (const id of [gone, unreturned])
    expect((await getOrder(store, id)).body).toMatchObject({ cancelReason: "other" });
  for (const id of [returned, kept])
    expect((await getOrder(store, id)).body).not.toHaveProperty("cancelledAt");
  // One that was not here when it was deleted.
  expect(await hook("orders/create", file("7104", "2026-03-01T10:00:00Z"))).toBe(200);
  expect((await getOrder(store, "7104")).status).toBe(404);
  // One that was sent before it was deleted, and is newer than what was stored then, comes late.
  expect(await hook("orders/updated", file(gone, "2026-03-04T10:00:00Z", { tags: "late" }))).toBe(200);
  expect((await getOrder(store, gone)).body).toMatchObject({ cancelReason: "other" });
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

/** Lets the pauses of what is unknown end, and what is due then be sent. */
async function goOn() {
  for (const table of ["payout_streams", "restock_streams"]) {
    await store.ctx.db.execute(sql`
      update ${sql.raw(table)} set due_at = now(), leased_until = null where store_id = ${store.id} and due_at is not null`);
  }
  await service.drain({ sweeps: true });
}

test("a return is refunded and restocked in the shop, once each, though the answers are lost", async () => {
  await createLocation(store.ctx, store.id, { name: "Main", isDefault: true });
  await connect();
  const tee = line("Tee", { id: "31", variant_id: "9", price: "11.90", quantity: 2, tax: ["3.80"] });
  const fulfillments = [fulfillment([[tee, 2]], { location_id: 2 })];
  shop.put(file("9001", "2026-03-01T10:00:00Z", { line_items: [tee], fulfillments }));
  const payment = {
    id: 3,
    kind: "sale",
    status: "success",
    amount: "23.80",
    currency: "EUR",
    gateway: "shopify_payments",
  };
  shop.books.transactions.set("9001", [payment]);
  shop.books.variants.set("9", { item: "90", tracked: true, locations: ["1", "2"] });
  expect(await hook("fulfillments/create", { id: "1", order_id: "9001" })).toBe(200);

  const items = [{ lineItemId: "31", quantity: 1, reason: "r" }];
  const made = await returnIn(postReturn(store, "9001", { items }));
  shop.fail("refundCreate", "lost");
  shop.fail("inventoryAdjustQuantities", "lost");
  await patchItem(store, made, { outcome: "restock" });
  expect((await moveTo(store, made.id, "complete")).status).toBe(204);
  await service.drain();
  expect(await payoutsOf(store, made.id)).toMatchObject([{ status: "unknown" }]);
  await goOn();
  await goOn();

  const refunds = shop.books.refunds.get("9001") ?? [];
  const [payout] = await payoutsOf(store, made.id);
  expect(payout).toMatchObject({
    status: "paid",
    amount: { amount: "11.90", currency: "EUR" },
    reference: String(refunds[0]?.id),
  });
  expect(refunds).toMatchObject([
    { note: `Aftersale payout ${payout?.id}`, transactions: [{ amount: "11.90", parent_id: 3 }] },
  ]);
  expect(await stockLines(store, made.id)).toMatchObject([
    { stock: "restocked", units: 1, shop: { status: "done" } },
  ]);
  expect(shop.books.adjustments).toMatchObject([{ delta: 1, location: "gid://shopify/Location/2" }]);

  // The refund comes back with the order, and is the payout: the other unit is still owed.
  const now: Json = { ...shop.books.orders.get("9001"), updated_at: "2026-03-06T10:00:00Z" };
  expect(await hook("orders/updated", now)).toBe(200);
  expect((await getOrder(store, "9001")).body).toMatchObject({ refunds: [{ id: payout?.reference }] });
  const other = await returnIn(postReturn(store, "9001", { items }));
  expect(other.totals.refund.amount.amount).toBe("11.90");
});

test("a piece that staff refund in the shop by its line, for a return of it, leaves the other one to be returned", async () => {
  await connect();
  const tee = line("Tee", { id: "81", price: "11.90", quantity: 2, tax: ["3.80"] });
  const sold = file("9101", "2026-03-01T10:00:00Z", { line_items: [tee] });
  expect(await hook("orders/create", sold)).toBe(200);
  const items = [{ lineItemId: "81", quantity: 1, reason: "r" }];
  const { id } = await returnIn(postReturn(store, "9101", { items }));
  const byHand = refund([transaction("11.90")], [refundLine(tee, 1, "11.90", "1.90")]);
  const line_items = [{ ...tee, current_quantity: 1 }];
  const later = { ...sold, line_items, updated_at: "2026-03-02T10:00:00Z", refunds: [byHand] };
  expect(await hook("orders/updated", later)).toBe(200);
  await moveTo(store, id, "complete");
  expect((await sayPaid(store, id, { paidElsewhere: true })).status).toBe(202);
  const other = await returnIn(postReturn(store, "9101", { items }));
  expect(other.totals.refund.amount.amount).toBe("11.90");
  expect((await postReturn(store, "9101", { items })).status).toBe(409);
});

const COLUMNS =
  "Id,Name,Created at,Lineitem quantity,Lineitem name,Lineitem price,Lineitem sku,Total,Currency";

/** Imports an order of Shopify's export, which has no ids of lines; each is given by quantity, name, price and SKU. */
async function importFile(id: string, total: string, lines: [number, string, string, string][]) {
  const rows = lines.map((fields, i) => {
    const [createdAt, sum] = i === 0 ? ["2026-03-01 10:00:00 +0100", total] : ["", ""];
    return [id, `#${id}`, createdAt, ...fields, sum, "EUR"].join();
  });
  const imported = await startOrderImport(store, [COLUMNS, ...rows, ""].join("\n"), "shopify");
  await service.drain();
  expect(await readOrderImport(store, imported)).toMatchObject({ created: 1, errors: [] });
}

test("lines of a file keep the ids that they have in returns when the shop edits the order, and are its own for it", async () => {
  await createLocation(store.ctx, store.id, { name: "Main", isDefault: true });
  const lines: [number, string, string, string][] = [
    [2, "Tee", "11.90", "TEE"],
    [1, "Cap - M", "10.00", ""],
    [1, "Sock", "5.00", "SOCK"],
    [2, "Sock", "5.00", "SOCK"],
  ];
  await importFile("9100", "48.80", lines);
  const items = ["TEE", "Cap - M", "SOCK-2"].map((lineItemId) => ({ lineItemId, quantity: 1, reason: "r" }));
  const made = await returnIn(postReturn(store, "9100", { items }));
  const keptOf = ({ items }: Return) => items.map(({ orderItem, refund }) => [orderItem, refund]);
  expect(await connect()).toMatchObject({ status: 200 });

  const tee = line("Tee", { id: "411", variant_id: "9", price: "11.90", quantity: 2 });
  const cap = line("Cap", { id: "412", variant_title: "M", name: "Cap - M", sku: null, price: "10.00" });
  const socks = [1, 2].map((quantity) => line("Sock", { id: `42${quantity}`, price: "5.00", quantity }));
  const mug = line("Mug", { id: "430", price: "7.00" });
  const sent = [fulfillment([[tee, 2]], { location_id: 2 })];
  const refunds = [refund([transaction("5.00")], [shopifyFile("EUR").refundLine(socks[1] ?? {}, 1, "5.00")])];
  const edited = order(
    [mug, tee, cap, ...socks],
    { total: "55.80" },
    { id: "9100", fulfillments: sent, refunds },
  );
  shop.put(edited);
  shop.books.transactions.set("9100", [
    { id: 5, kind: "sale", status: "success", amount: "55.80", currency: "EUR", gateway: "shopify_payments" },
  ]);
  shop.books.variants.set("9", { item: "90", tracked: true, locations: ["1", "2"] });
  expect(await hook("orders/edited", { order_edit: { order_id: "9100" } })).toBe(200);
  expect(await hook("orders/updated", edited)).toBe(200);

  const { body } = await getOrder(store, "9100");
  expect(body).toMatchObject({
    lineItems: [
      { id: "430", sku: "MUG" },
      { id: "TEE", variantId: "9" },
      { id: "Cap - M", title: "Cap" },
      { id: "SOCK", quantity: 1 },
      { id: "SOCK-2", quantity: 2 },
    ],
    fulfillments: [{ lineItems: [{ id: "TEE", quantity: 2 }] }],
    refunds: [{ lineItems: [{ lineItemId: "SOCK-2" }] }],
  });
  expect(JSON.stringify(body)).not.toContain("411");
  const read = (await answerOf(store.get(`/returns/${made.id}`))).body as { return: Return };
  expect(keptOf(read.return)).toEqual(keptOf(made));

  const before = shop.books.adjustments.length;
  await patchItem(store, made, { outcome: "restock" });
  expect((await moveTo(store, made.id, "complete")).status).toBe(204);
  await service.drain();
  await goOn();
  expect(await payoutsOf(store, made.id)).toMatchObject([{ status: "paid" }]);
  expect(shop.books.adjustments.slice(before)).toMatchObject([
    { delta: 1, location: "gid://shopify/Location/2" },
  ]);

  const later = { ...edited, updated_at: "2026-03-06T10:00:00Z", line_items: [tee, cap, ...socks] };
  const removed = { ...later, total_price: "48.80", total_price_set: null, current_total_price_set: null };
  expect(await hook("orders/updated", removed)).toBe(200);
  expect((await getOrder(store, "9100")).body).toMatchObject({
    lineItems: [{ id: "TEE" }, { id: "Cap - M" }, { id: "SOCK" }, { id: "SOCK-2" }],
    fulfillments: [{ lineItems: [{ id: "TEE" }] }],
  });
  const other = await returnIn(postReturn(store, "9100", { items: [{ ...items[0], quantity: 1 }] }));
  expect(other.items).toMatchObject([{ orderItem: { line_item_id: "TEE" }, variantId: "9" }]);
});

test("an edit that doesn't tell which line of a file a return holds is rejected until the return is deleted", async () => {
  expect(await connect()).toMatchObject({ status: 200 });
  const pair: [number, string, string, string][] = [
    [1, "Sock", "5.00", "SOCK"],
    [2, "Sock", "5.00", "SOCK"],
  ];
  await importFile("9200", "15.00", pair);
  const items = [{ lineItemId: "SOCK", quantity: 1, reason: "r" }];
  const made = await returnIn(postReturn(store, "9200", { items }));
  const socks = [3, 2].map((quantity) => line("Sock", { id: `43${quantity}`, price: "5.00", quantity }));
  const edited = order(socks, { total: "25.00" }, { id: "9200" });
  expect(await hook("orders/updated", edited)).toBe(200);
  const rejected = await answerOf(store.get(`${PATH}/rejected-orders`));
  expect(rejected.body).toMatchObject({
    orders: expect.arrayContaining([
      expect.objectContaining({
        orderId: "9200",
        reason: expect.stringContaining("which of the lines SOCK is"),
      }),
    ]),
  });
  expect((await getOrder(store, "9200")).body).toMatchObject({
    lineItems: [{ id: "SOCK" }, { id: "SOCK-2" }],
  });
  await moveTo(store, made.id, "deleted");
  expect(await hook("orders/updated", edited)).toBe(200);
  expect((await getOrder(store, "9200")).body).toMatchObject({ lineItems: [{ id: "433" }, { id: "432" }] });
});
