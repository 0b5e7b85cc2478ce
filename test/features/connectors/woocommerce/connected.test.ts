import { expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { noteDeletion } from "../../../../src/features/connectors/deletions.ts";
import { takeOrders } from "../../../../src/features/connectors/take-orders.ts";
import { woocommerce } from "../../../../src/features/connectors/woocommerce/connector.ts";
import { createLocation } from "../../../../src/features/stores/create-location.ts";
import { order } from "../../../support/fixtures.ts";
import { inHeldTransaction, untilLockWaits } from "../../../support/lock-waits.ts";
import { csvOf } from "../../../support/order-files.ts";
import { readOrderImport, startOrderImport } from "../../../support/order-imports.ts";
import { getOrder, type Json } from "../../../support/orders.ts";
import { payoutsOf, refund } from "../../../support/payouts.ts";
import { answerOf, moveTo, postReturn, returnIn } from "../../../support/returns.ts";
import type { TestStore } from "../../../support/service.ts";
import { serveWooShops, WOO_CREDENTIALS, WooShop, wooSignature } from "../../../support/shops/woocommerce.ts";
import { taxed, wooLine, wooOrder } from "../../../support/shops/woocommerce-orders.ts";
import { patchItem, stockLines } from "../../../support/stock.ts";
import { useService } from "../../../support/use-service.ts";

const { host, shops, close } = await serveWooShops();
const service = useService({
  ...{ webhookAllowedHosts: [host], publicUrl: "https://returns.example" },
  ...{ payoutRetrySchedule: [0, 5, 5], payoutTimeoutMs: 2_000 },
});
service.beforeStop(close);

const CONNECTOR = "/stores/:store/connectors/woocommerce";

/** Connects a new store to a shop of its own. */
async function connected(): Promise<{ store: TestStore; shop: WooShop }> {
  const store = await service.newStore();
  const shop = new WooShop();
  shops.set(store.id, shop);
  const body = { url: `http://${host}/${store.id}`, credentials: WOO_CREDENTIALS };
  expect((await answerOf(store.put(CONNECTOR, body))).status).toBe(200);
  return { store, shop };
}

/** Sends a webhook as the shop does. */
async function hook(store: TestStore, topic: string, payload: unknown, headers: Record<string, string> = {}) {
  const body = JSON.stringify(payload);
  const response = await service.fetch(`/hooks/woocommerce/${store.id}`, {
    method: "POST",
    body,
    headers: {
      ...{ "Content-Type": "application/json", "X-WC-Webhook-Topic": topic },
      ...{ "X-WC-Webhook-Signature": await wooSignature(body), ...headers },
    },
  });
  return response.status;
}

function sold(id: number, changes: Json = {}): Json {
  return wooOrder(id, {
    ...{ prices_include_tax: true, total: "19.98", total_tax: "3.47" },
    line_items: [wooLine(1, 2, "16.51", { price: 8.256198347107439, ...taxed("3.47", "3.467603") })],
    ...changes,
  });
}

async function poll(store: TestStore) {
  expect((await store.post(`${CONNECTOR}/poll`, {})).status).toBeLessThan(300);
  await service.drain();
}

test("what the shop sends unsigned to try a new webhook is 401, as of a store that isn't there", async () => {
  const { store } = await connected();
  for (const id of [store.id, "nowhere"]) {
    const ping = await service.fetch(`/hooks/woocommerce/${id}`, {
      ...{ method: "POST", body: "webhook_id=12" },
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
    });
    expect(ping.status).toBe(401);
  }
});

test("an order comes in by its webhook, and its return refunds what the customer saw", async () => {
  const { store } = await connected();
  expect(await hook(store, "order.created", sold(70))).toBe(200);
  const { body } = await getOrder(store, "70");
  expect(body).toMatchObject({ orderId: "70", totalPrice: 19.98, totalTax: 3.47, fulfillments: [] });
  const items = [{ lineItemId: "1", quantity: 2, reason: "r" }];
  expect((await returnIn(postReturn(store, "70", { items }))).totals.refund.amount.amount).toBe("19.98");
});

test("a webhook with a wrong signature, or with none, is 401 and stores nothing", async () => {
  const { store } = await connected();
  const other = await wooSignature(JSON.stringify(sold(71)), "another secret");
  expect(await hook(store, "order.created", sold(71), { "X-WC-Webhook-Signature": other })).toBe(401);
  expect(await hook(store, "order.created", sold(71), { "X-WC-Webhook-Signature": "" })).toBe(401);
  expect((await getOrder(store, "71")).status).toBe(404);
});

test("webhooks in the wrong order, doubled, about unpaid orders and about other things change nothing", async () => {
  const { store } = await connected();
  const later = sold(72, { status: "completed", date_modified_gmt: "2026-03-04T10:00:00" });
  for (const payload of [later, sold(72), later])
    expect(await hook(store, "order.updated", payload)).toBe(200);
  expect(await hook(store, "order.created", sold(73, { status: "pending", date_paid_gmt: null }))).toBe(200);
  expect(await hook(store, "product.updated", { id: 72 })).toBe(200);
  expect((await getOrder(store, "72")).body).toMatchObject({ fulfillments: [{ id: "72-completed" }] });
  expect((await getOrder(store, "73")).status).toBe(404);
});

test("a webhook from before its payment that comes late doesn't forget that an order was rejected", async () => {
  const { store } = await connected();
  const rejected = async () => (await (await store.get(`${CONNECTOR}/rejected-orders`)).json()).orders;
  expect(await hook(store, "order.updated", sold(74, { line_items: [] }))).toBe(200);
  expect(await rejected()).toMatchObject([{ orderId: "74" }]);
  const unpaid = { status: "pending", date_paid_gmt: null, date_modified_gmt: "2026-03-02T09:00:00" };
  expect(await hook(store, "order.created", sold(74, unpaid))).toBe(200);
  expect(await rejected()).toMatchObject([{ orderId: "74" }]);
});

test("an order to be paid on delivery that is cancelled unpaid is cancelled, by its webhook or the poll; one that never came in stays out", async () => {
  const { store, shop } = await connected();
  const unpaid = { date_paid_gmt: null };
  const ended = { ...unpaid, status: "cancelled", date_modified_gmt: "2026-03-03T08:00:00" };
  for (const id of [60, 61]) await hook(store, "order.created", shop.put(sold(id, unpaid)));
  expect(await hook(store, "order.updated", shop.put(sold(60, ended)))).toBe(200);
  expect(await hook(store, "order.updated", shop.put(sold(62, ended)))).toBe(200);
  const cancelled = { cancelledAt: "2026-03-03T08:00:00.000Z" };
  expect((await getOrder(store, "60")).body).toMatchObject(cancelled);
  shop.put(sold(61, ended));
  shop.put(sold(63, { ...ended, line_items: [] }));
  await poll(store);
  expect((await getOrder(store, "61")).body).toMatchObject(cancelled);
  for (const id of ["62", "63"]) expect((await getOrder(store, id)).status).toBe(404);
  expect(await (await store.get(CONNECTOR)).json()).toMatchObject({ connector: { lastError: null } });
});

test("an order to be paid on delivery is kept up to date whatever its status, by its webhook and the poll; one that never came in stays out", async () => {
  const { store, shop } = await connected();
  const unpaid = { date_paid_gmt: null };
  for (const id of [64, 65]) await hook(store, "order.created", shop.put(sold(id, unpaid)));
  const tracking = { tracking_number: "AB123456785GB", tracking_provider: "Royal Mail" };
  const sent = {
    ...{ ...unpaid, status: "shipped", date_modified_gmt: "2026-03-03T08:00:00" },
    meta_data: [{ id: 1, key: "_wc_shipment_tracking_items", value: [tracking] }],
  };
  expect(await hook(store, "order.updated", shop.put(sold(64, sent)))).toBe(200);
  expect(await hook(store, "order.updated", shop.put(sold(66, sent)))).toBe(200);
  const parcels = { fulfillments: [{ trackingNumber: "AB123456785GB" }] };
  expect((await getOrder(store, "64")).body).toMatchObject(parcels);
  shop.put(sold(65, { ...sent, status: "on-hold" }));
  await poll(store);
  expect((await getOrder(store, "65")).body).toMatchObject(parcels);
  expect((await getOrder(store, "66")).status).toBe(404);
});

test("units that the shop has refunded itself can't be returned, and the others can", async () => {
  const { store, shop } = await connected();
  const order = shop.put(sold(67));
  const line = { id: 8, name: "Product of 1", quantity: -1, total: "-8.25", total_tax: "-1.74" };
  const line_items = [{ ...line, meta_data: [{ id: 1, key: "_refunded_item_id", value: "1" }] }];
  shop.refunds.set("67", [{ id: 901, amount: "9.99", reason: "Torn", refunded_payment: true, line_items }]);
  expect(await hook(store, "order.updated", { ...order, refunds: [{ id: 901, total: "-9.99" }] })).toBe(200);
  const unitsOf = (quantity: number) => ({ items: [{ lineItemId: "1", quantity, reason: "r" }] });
  expect((await postReturn(store, "67", unitsOf(2))).status).toBe(409);
  expect((await returnIn(postReturn(store, "67", unitsOf(1)))).totals.refund.amount.amount).toBe("9.99");
});

test("a piece that the shop has refunded for a return of it leaves the other one to be returned", async () => {
  const { store, shop } = await connected();
  const order = shop.put(sold(68));
  expect(await hook(store, "order.created", order)).toBe(200);
  const items = [{ lineItemId: "1", quantity: 1, reason: "r" }];
  const { id } = await returnIn(postReturn(store, "68", { items }));
  const line = { id: 8, name: "Product of 1", quantity: -1, total: "-8.25", total_tax: "-1.74" };
  const line_items = [{ ...line, meta_data: [{ id: 1, key: "_refunded_item_id", value: "1" }] }];
  shop.refunds.set("68", [{ id: 901, amount: "9.99", reason: "Torn", refunded_payment: true, line_items }]);
  expect(await hook(store, "order.updated", { ...order, refunds: [{ id: 901, total: "-9.99" }] })).toBe(200);
  await moveTo(store, id, "complete");
  expect((await refund(store, id, { paidElsewhere: true, reference: "901" })).status).toBe(202);
  const other = await returnIn(postReturn(store, "68", { items }));
  expect(other.totals.refund.amount.amount).toBe("9.99");
  expect((await postReturn(store, "68", { items })).status).toBe(409);
});

test("an order with refunds is read from the shop, with all of them", async () => {
  const { store, shop } = await connected();
  const order = shop.put(sold(74));
  shop.refunds.set("74", [{ id: 900, amount: "9.99", reason: "Torn", refunded_payment: true }]);
  const refunds = [{ id: 900, reason: "Torn", total: "-9.99" }];
  expect(await hook(store, "order.updated", { ...order, refunds })).toBe(200);
  expect((await getOrder(store, "74")).body).toMatchObject({ refunds: [{ id: "900", note: "Torn" }] });
  expect(shop.requests).toContain("GET /orders/74");
});

test("an order that is deleted in the shop is cancelled, and restored it isn't", async () => {
  const { store, shop } = await connected();
  const order = shop.put(sold(75));
  await hook(store, "order.created", order);
  shop.put({ ...order, status: "trash" });
  expect(await hook(store, "order.deleted", { id: 75 })).toBe(200);
  expect((await getOrder(store, "75")).body).toMatchObject({ cancelledAt: "2026-03-02T09:30:00.000Z" });
  expect(await hook(store, "order.restored", order)).toBe(200);
  expect((await getOrder(store, "75")).body).not.toHaveProperty("cancelledAt");
});

test("an order that is deleted in the shop for good is cancelled, unless it has returns or the shop can't say", async () => {
  const { store, shop } = await connected();
  for (const id of [75, 76, 77, 78]) await hook(store, "order.created", shop.put(sold(id)));
  const items = [{ lineItemId: "1", quantity: 1, reason: "r" }];
  await returnIn(postReturn(store, "77", { items }));
  await moveTo(store, (await returnIn(postReturn(store, "75", { items }))).id, "deleted");
  for (const id of [75, 76, 77]) shop.orders.delete(`${id}`);
  for (const id of [75, 76, 77, 78, 79]) expect(await hook(store, "order.deleted", { id })).toBe(200);
  shop.faults.push({ of: "GET orders", fault: 404 });
  expect(await hook(store, "order.deleted", { id: 78 })).toBe(503);
  const { cancelledAt, ...rest } = (await getOrder(store, "76")).body as Json;
  expect([Date.parse(String(cancelledAt)) > Date.parse("2026-03-02"), rest.cancelReason]).toEqual([
    true,
    "other",
  ]);
  // A deleted return is none.
  expect((await getOrder(store, "75")).body).toMatchObject({ cancelReason: "other" });
  for (const id of ["77", "78"]) expect((await getOrder(store, id)).body).not.toHaveProperty("cancelledAt");
  expect((await getOrder(store, "79")).status).toBe(404);
  expect(await hook(store, "order.deleted", { id: 76 })).toBe(200);
  // What was sent before it was deleted comes late, also what is newer than what was stored then.
  expect(await hook(store, "order.created", sold(76))).toBe(200);
  const late = sold(76, { date_modified_gmt: "2026-03-04T09:30:00" });
  expect(await hook(store, "order.updated", late)).toBe(200);
  expect((await getOrder(store, "76")).body).toMatchObject({ ...rest, cancelledAt });
});

test("an order that was deleted before it came here stays out however late it is sent, and comes in if it is there", async () => {
  const { store, shop } = await connected();
  for (const id of [70, 71, 72]) expect(await hook(store, "order.deleted", { id })).toBe(200);
  expect(await hook(store, "order.created", sold(70))).toBe(200);
  // The shop's clock is no matter.
  const ahead = sold(70, { date_modified_gmt: "2126-03-04T09:30:00" });
  expect(await hook(store, "order.updated", ahead)).toBe(200);
  shop.put(sold(71));
  expect(await hook(store, "order.updated", sold(71))).toBe(200);
  shop.put(sold(72));
  await poll(store);
  expect((await getOrder(store, "70")).status).toBe(404);
  for (const id of ["71", "72"]) expect((await getOrder(store, id)).body).not.toHaveProperty("cancelledAt");
});

test("an order that is deleted while the connector is off is cancelled once it is on again, unless it is there after all", async () => {
  const { store, shop } = await connected();
  for (const id of [75, 76, 77]) await hook(store, "order.created", shop.put(sold(id)));
  expect((await answerOf(store.put(CONNECTOR, { enabled: false }))).status).toBe(200);
  shop.orders.delete("75");
  // To the trash, which no poll sees.
  shop.put(sold(76, { status: "trash" }));
  for (const id of [75, 76, 77, 78]) expect(await hook(store, "order.deleted", { id })).toBe(200);
  expect((await getOrder(store, "75")).body).not.toHaveProperty("cancelledAt");
  expect((await answerOf(store.put(CONNECTOR, { enabled: true }))).status).toBe(200);
  await retryNow(store);
  expect((await getOrder(store, "75")).body).toMatchObject({ cancelReason: "other" });
  expect((await getOrder(store, "76")).body).toHaveProperty("cancelledAt");
  expect((await getOrder(store, "77")).body).not.toHaveProperty("cancelledAt");
  expect((await getOrder(store, "78")).status).toBe(404);
  expect(await (await store.get(`${CONNECTOR}/rejected-orders`)).json()).toEqual({ orders: [] });
});

test("an order that is deleted while the shop doesn't answer is cancelled once it does", async () => {
  const { store, shop } = await connected();
  await hook(store, "order.created", shop.put(sold(79)));
  shop.orders.delete("79");
  shop.faults.push({ of: "GET orders", fault: 502 });
  expect(await hook(store, "order.deleted", { id: 79 })).toBe(503);
  await retryNow(store);
  expect((await getOrder(store, "79")).body).toMatchObject({ cancelReason: "other" });
});

/** Reads orders that were rejected as if their pauses were over. */
async function retryNow(store: TestStore) {
  await store.ctx.db.execute(
    sql`update connector_rejections set retry_at = now() where store_id = ${store.id}`,
  );
  await poll(store);
}

test("an order that was imported before its shop was connected is cancelled once the shop has deleted it, and one of another shop isn't", async () => {
  const { store } = await connected();
  const row = (id: string) => ({
    ...{ "Order Number": id, "Order Date": "2026-03-01 10:00", "Order Total Amount": "20.00" },
    ...{ "Order Shipping Amount": "0.00", Currency: "EUR" },
    ...{ SKU: "SKU-3", "Item Name": "Tee", "Quantity (- Refund)": "2", "Item Cost": "10.00" },
  });
  expect(await imported(store, row("82"), row("83"))).toMatchObject({ created: 2, errors: [] });
  await store.ctx.db.execute(
    sql`update orders set connector_id = 'con_another' where store_id = ${store.id} and external_id = '83'`,
  );
  for (const id of [82, 83, 84]) expect(await hook(store, "order.deleted", { id })).toBe(200);
  expect((await getOrder(store, "82")).body).toMatchObject({ cancelReason: "other" });
  expect((await getOrder(store, "83")).body).not.toHaveProperty("cancelledAt");
  // A file from before doesn't bring it back, nor one that never came in.
  expect(await imported(store, row("82"), row("84"), row("85"))).toMatchObject({
    ...{ created: 1, unchanged: 1, broken: 1 },
    errors: [{ line: 3, detail: "A connected shop has deleted the order of this id." }],
  });
  expect((await getOrder(store, "82")).body).toMatchObject({ cancelReason: "other" });
  expect((await getOrder(store, "84")).status).toBe(404);
});

test("an order of a program or of another shop's file stays as it is when a shop deletes one of the same id", async () => {
  const { store } = await connected();
  const line = { id: "1", productId: "tee", title: "Tee", quantity: 1, price: 10 };
  await store.post("/stores/:store/orders", order("86", { lineItems: [line] }));
  const named = (Id: string) => ({
    ...{ Name: `#${Id}`, Id, "Created at": "2026-03-01 10:00:00 +0000", Currency: "EUR", Subtotal: "10.00" },
    ...{ Total: "10.00", "Lineitem quantity": "1", "Lineitem name": "Tee", "Lineitem price": "10.00" },
  });
  expect(await imported(store, named("87"))).toMatchObject({ created: 1, errors: [] });
  for (const id of [86, 87, 88]) expect(await hook(store, "order.deleted", { id })).toBe(200);
  for (const id of ["86", "87"]) expect((await getOrder(store, id)).body).not.toHaveProperty("cancelledAt");
  // Nor does it keep out another shop's that comes later.
  expect(await imported(store, named("88"))).toMatchObject({ created: 1, errors: [] });
  expect((await getOrder(store, "88")).body).not.toHaveProperty("fileOf");
});

test("an order that is deleted while it is being stored is cancelled", async () => {
  const { store } = await connected();
  const storing = await inHeldTransaction(store.ctx.db, async (tx) => {
    await tx.execute(sql`lock table orders in share mode`);
    const created = hook(store, "order.created", sold(73));
    await untilLockWaits(service);
    expect(await hook(store, "order.deleted", { id: 73 })).toBe(200);
    return { created };
  });
  expect(await storing.created).toBe(200);
  expect((await getOrder(store, "73")).body).toMatchObject({ cancelReason: "other" });
});

test("what was read of a shop before an order was deleted has it no more, and another shop's order of its number comes in", async () => {
  const { store, shop } = await connected();
  const key = await keyOf(store);
  const from = { ...key, connector: woocommerce, way: "poll" } as const;
  const before = new Date(Date.now() - 1_000);
  for (const orderId of ["73", "74"]) await noteDeletion(store.ctx, key, orderId);
  await takeOrders(store.ctx, { ...from, askedAt: before }, { orders: [sold(73)] });
  expect((await getOrder(store, "73")).status).toBe(404);
  const after = new Date(Date.now() + 1_000);
  await takeOrders(store.ctx, { ...from, askedAt: after }, { orders: [sold(73)] });
  expect((await getOrder(store, "73")).body).not.toHaveProperty("cancelledAt");
  shops.set(`${store.id}-moved`, shop);
  const moved = { url: `http://${host}/${store.id}-moved`, credentials: WOO_CREDENTIALS };
  expect((await answerOf(store.put(CONNECTOR, moved))).status).toBe(200);
  expect(await hook(store, "order.created", sold(74))).toBe(200);
  expect((await getOrder(store, "74")).status).toBe(200);
});

async function keyOf(store: TestStore) {
  const { rows } = await store.ctx.db.execute<{ id: string }>(
    sql`select id from connectors where store_id = ${store.id}`,
  );
  return { storeId: store.id, connectorId: rows[0]?.id ?? "" };
}

test("the poll finds orders whose webhooks were lost, those before the connection too", async () => {
  const { store, shop } = await connected();
  for (let id = 100; id < 175; id++) shop.put(sold(id));
  shop.put(sold(175, { status: "on-hold", date_paid_gmt: null }));
  await poll(store);
  for (const id of ["100", "149", "150", "174"]) expect((await getOrder(store, id)).status).toBe(200);
  expect((await getOrder(store, "175")).status).toBe(404);
  shop.put(sold(120, { status: "completed", date_modified_gmt: "2026-03-03T08:00:00" }));
  await poll(store);
  expect((await getOrder(store, "120")).body).toMatchObject({ fulfillments: [{ id: "120-completed" }] });
  expect(await (await store.get(CONNECTOR)).json()).toMatchObject({
    connector: { state: "ok", lastError: null },
  });
});

test("a shop that can't be read is failing, and says with what", async () => {
  const { store, shop } = await connected();
  shop.put(sold(180));
  for (let i = 0; i < 3; i++) shop.faults.push({ of: "GET orders", fault: 500 });
  await poll(store);
  expect(await (await store.get(CONNECTOR)).json()).toMatchObject({
    connector: { state: "failing", lastError: expect.stringContaining("500") },
  });
});

test("an order that can't be read is rejected by itself, and named", async () => {
  const { store, shop } = await connected();
  shop.put(sold(190, { line_items: [] }));
  shop.put(sold(191));
  await poll(store);
  expect((await getOrder(store, "191")).status).toBe(200);
  expect(await (await store.get(CONNECTOR)).json()).toMatchObject({
    connector: { state: "ok", lastError: expect.stringContaining("190") },
  });
});

/** Lets the pauses of payouts and of changes of stock end, and has what is due then be sent. */
async function goOn(store: TestStore) {
  for (const table of ["payout_streams", "restock_streams"]) {
    await store.ctx.db.execute(
      sql`update ${sql.identifier(table)} set due_at = now(), leased_until = null where store_id = ${store.id} and due_at is not null`,
    );
  }
  await service.drain({ sweeps: true });
}

/** Returns a return of all units of an order that came by its webhook. */
async function returned(store: TestStore, shop: WooShop, id: number) {
  await hook(store, "order.created", shop.put(sold(id)));
  const items = [{ lineItemId: "1", quantity: 2, reason: "r" }];
  return returnIn(postReturn(store, `${id}`, { items }));
}

test("a complete return is refunded in the shop once, also when its answer is lost", async () => {
  const { store, shop } = await connected();
  const { id } = await returned(store, shop, 80);
  shop.faults.push({ of: "POST orders/refunds", fault: "lost" });
  await moveTo(store, id, "complete");
  await service.drain();
  expect(await payoutsOf(store, id)).toMatchObject([{ status: "unknown" }]);
  await goOn(store);
  const [refund] = shop.refunds.get("80") ?? [];
  expect(await payoutsOf(store, id)).toMatchObject([{ status: "paid", reference: `${refund?.id}` }]);
  expect(shop.paid).toEqual(["19.98"]);
  const order = { ...sold(80), date_modified_gmt: "2026-03-06T10:00:00" };
  shop.put(order);
  await hook(store, "order.updated", { ...order, refunds: [{ id: refund?.id, total: "-19.98" }] });
  expect((await getOrder(store, "80")).body).toMatchObject({ refunds: [{ id: `${refund?.id}` }] });
});

test("what the gateway refuses is refused with its reason", async () => {
  const { store, shop } = await connected();
  const { id } = await returned(store, shop, 81);
  shop.declined = "The payment gateway for this order does not support automatic refunds.";
  await moveTo(store, id, "complete");
  await service.drain();
  expect(await payoutsOf(store, id)).toMatchObject([
    { status: "refused", reason: `WooCommerce refused the refund: ${shop.declined}` },
  ]);
});

test("what a return restocks is added to the product in the shop once, also when its answer is lost", async () => {
  const { store, shop } = await connected();
  await createLocation(store.ctx, store.id, { name: "Main", isDefault: true });
  shop.products.set("1001", { manage_stock: true, stock_quantity: 5, meta_data: [] });
  const made = await returned(store, shop, 82);
  shop.faults.push({ of: "PUT products", fault: "lost" });
  await patchItem(store, made, { outcome: "restock" });
  await service.drain();
  await goOn(store);
  expect(shop.products.get("1001")?.stock_quantity).toBe(7);
  expect(await stockLines(store, made.id)).toMatchObject([{ units: 2, shop: { status: "done" } }]);
});

test("a product has one change of its stock under way, as the shop would lose one of two at once", async () => {
  const { store, shop } = await connected();
  await createLocation(store.ctx, store.id, { name: "Main", isDefault: true });
  shop.products.set("1001", { manage_stock: true, stock_quantity: 5, meta_data: [] });
  const both = [await returned(store, shop, 83), await returned(store, shop, 84)];
  shop.faults.push({ of: "PUT products", fault: "lost" });
  for (const made of both) await patchItem(store, made, { outcome: "restock" });
  await service.drain();
  const said = () => Promise.all(both.map(async ({ id }) => (await stockLines(store, id))[0]?.shop?.status));
  expect(await said()).toEqual(["unknown", "waiting"]);
  await goOn(store);
  expect([await said(), shop.products.get("1001")?.stock_quantity]).toEqual([["done", "done"], 9]);
});

async function imported(store: TestStore, ...rows: Record<string, string>[]) {
  const id = await startOrderImport(store, csvOf(rows));
  await service.drain();
  return readOrderImport(store, id);
}

test("a line of a file without ids keeps its id when the shop edits the order", async () => {
  const { store } = await connected();
  const sums = { "Order Total Amount": "20.00", "Order Shipping Amount": "0.00", Currency: "EUR" };
  const row = { "Order Number": "80", "Order Date": "2026-03-01 10:00", ...sums };
  const tee = { SKU: "SKU-3", "Item Name": "Tee", "Quantity (- Refund)": "2", "Item Cost": "10.00" };
  expect(await imported(store, { ...row, ...tee })).toMatchObject({ created: 1, errors: [] });
  const items = [{ lineItemId: "SKU-3", quantity: 2, reason: "r" }];
  await returnIn(postReturn(store, "80", { items }));
  const edited = wooOrder(80, {
    total: "25.00",
    line_items: [wooLine(4, 1, "5.00"), wooLine(3, 2, "20.00")],
  });
  expect(await hook(store, "order.updated", edited)).toBe(200);
  const lineItems = [
    { id: "4", productId: "1004" },
    { id: "SKU-3", productId: "1003" },
  ];
  expect((await getOrder(store, "80")).body).toMatchObject({ lineItems, totalPrice: 25 });
});

test("a number of a line that is the SKU of another one of a file is not taken for it", async () => {
  const { store } = await connected();
  const row = {
    order_id: "81",
    order_date: "2026-03-01 10:00:00",
    order_total: "30.00",
    order_currency: "EUR",
  };
  const item = (item_sku: string, item_total: string) => ({
    item_name: "Tee",
    item_quantity: "1",
    item_sku,
    item_total,
  });
  await imported(store, { ...row, ...item("7", "10.00") }, { ...row, ...item("8", "20.00") });
  const items = [{ lineItemId: "7", quantity: 1, reason: "r" }];
  const made = await returnIn(postReturn(store, "81", { items }));
  const lines = [wooLine(6, 1, "10.00", { sku: "7" }), wooLine(7, 1, "20.00", { sku: "8" })];
  const edited = wooOrder(81, { total: "30.00", line_items: lines });
  expect(await hook(store, "order.updated", edited)).toBe(200);
  expect((await getOrder(store, "81")).body).toMatchObject({
    lineItems: [{ id: "7", sku: "7" }, { id: "8" }],
  });
  await moveTo(store, made.id, "deleted");
  expect(await hook(store, "order.updated", edited)).toBe(200);
  const lineItems = [
    { id: "6", sku: "7" },
    { id: "8", sku: "8" },
  ];
  expect((await getOrder(store, "81")).body).toMatchObject({ lineItems });
});

test("a file changes orders of its shop alone: one of another shop with the same number is an error", async () => {
  const { store } = await connected();
  for (const id of [90, 91, 92]) await hook(store, "order.created", sold(id));
  const row = { order_total: "30.00", order_currency: "EUR", modified_date: "2026-03-05 10:00:00" };
  const item = { item_id: "1", item_name: "Tee", item_quantity: "2", item_total: "30.00" };
  const files = [
    ["90", "2026-03-01 10:00"],
    ["91", "2026-03-01 10:00:01"],
    ["92", "2024-03-01 10:00:00"],
  ].map(([order_id = "", order_date = ""]) => ({ ...row, order_id, order_date, ...item }));
  expect(await imported(store, ...files)).toMatchObject({
    ...{ updated: 1, broken: 2 },
    errors: [3, 4].map((line) => ({ line, detail: expect.stringContaining("came from another shop") })),
  });
  const totals = [90, 91, 92].map(async (id) => (await getOrder(store, String(id))).body);
  expect(await Promise.all(totals)).toMatchObject([30, 19.98, 19.98].map((totalPrice) => ({ totalPrice })));
});
