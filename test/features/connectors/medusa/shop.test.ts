import { beforeAll, expect, test } from "bun:test";
import { createLocation } from "../../../../src/features/stores/create-location.ts";
import { importSubscriber } from "../../../lab/medusa/subscriber.ts";
import type { Json } from "../../../support/orders.ts";
import { answerOf, moveTo, postReturn, readReturn, returnIn } from "../../../support/returns.ts";
import { API_KEY, openMedusaShop } from "../../../support/shops/medusa.ts";
import { collectionOf, itemOf, medusaOrder, paymentOf } from "../../../support/shops/medusa-orders.ts";
import { patchItem, stockLines } from "../../../support/stock.ts";
import { useService, useStore } from "../../../support/use-service.ts";

const SECRET = "the secret of the shop's subscriber";
const shop = await openMedusaShop();
const service = useService({
  ...{ payoutRetrySchedule: [0, 5, 5], payoutTimeoutMs: 5_000 },
  webhookAllowedHosts: [new URL(shop.origin).host],
});
const store = useStore(service);
service.beforeStop(shop.close);

beforeAll(async () => {
  const connected = await store.put("/stores/:store/connectors/medusa", {
    ...{ url: shop.origin, credentials: { apiKey: API_KEY, webhookSecret: SECRET } },
  });
  expect(connected.status).toBe(200);
  await service.drain();
});

const readOrder = async (id: string) => {
  const response = await store.get(`/stores/:store/orders/${id}`);
  return response.status === 200 ? ((await response.json()) as Json) : undefined;
};

/** Sends a webhook of the shop, and returns its status. */
const hook = async (id: string) => {
  const body = JSON.stringify({ event: "order.updated", id });
  const signature = new Bun.CryptoHasher("sha256", SECRET).update(body).digest("hex");
  const headers = { "X-Aftersale-Signature": signature };
  return (await service.fetch(`/hooks/medusa/${store.id}`, { method: "POST", headers, body })).status;
};

/** What of Medusa's query the subscriber uses. */
const LINKS: Record<string, Json> = {
  payment: { payment_collection_id: "pay_col_9" },
  order_payment_collection: { order_id: "order_paid" },
  order_fulfillment: { order_id: "order_sent" },
};
const query = { graph: async ({ entity }: { entity: string }) => ({ data: [LINKS[entity]] }) };

test("the guide's subscriber says which order has changed, and the order is read from the shop", async () => {
  const statuses: number[] = [];
  const { notify, events } = await importSubscriber({
    url: `/hooks/medusa/${store.id}`,
    secret: SECRET,
    fetch: async (path, init) => {
      const response = await service.fetch(path, init);
      statuses.push(response.status);
      return response;
    },
  });
  const container = { resolve: (name: string) => (name === "query" ? query : { warn: () => {} }) };
  const cases: [event: string, data: Json, order: string][] = [
    ["order.placed", { id: "order_placed" }, "order_placed"],
    ["order.fulfillment_created", { order_id: "order_packed", fulfillment_id: "ful_1" }, "order_packed"],
    ["shipment.created", { id: "ful_1" }, "order_sent"],
    ["payment.refunded", { id: "pay_1" }, "order_paid"],
  ];
  for (const [name, data, id] of cases) {
    expect(events).toContain(name);
    shop.put(medusaOrder(id, { items: [itemOf("line", 3, 7.5)] }));
    await notify({ event: { name, data }, container });
    expect(await readOrder(id)).toMatchObject({ orderId: id, totalPrice: 22.5 });
  }
  expect(statuses).toEqual(Array(cases.length).fill(200));
});

test("a webhook that was signed with another secret, or not at all, is 401 and has no effect", async () => {
  shop.put(medusaOrder("order_forged"));
  const body = JSON.stringify({ event: "order.placed", id: "order_forged" });
  const signature = new Bun.CryptoHasher("sha256", "another secret").update(body).digest("hex");
  const named = (value: string) => ({ "X-Aftersale-Signature": value });
  for (const headers of [undefined, named(signature), named("none")]) {
    const refused = await service.fetch(`/hooks/medusa/${store.id}`, {
      ...{ method: "POST", body },
      ...(headers && { headers }),
    });
    expect(refused.status).toBe(401);
  }
  expect(await readOrder("order_forged")).toBeUndefined();
});

test("a draft, and an order that the shop doesn't have, are not stored", async () => {
  shop.put(medusaOrder("order_draft", { is_draft_order: true, status: "draft" }));
  expect([await hook("order_draft"), await hook("order_none")]).toEqual([200, 200]);
  expect(await readOrder("order_draft")).toBeUndefined();
});

async function readChanges() {
  expect((await store.post("/stores/:store/connectors/medusa/poll", undefined)).status).toBe(202);
  await service.drain();
}

test.each([
  ["a webhook", (id: string) => hook(id)],
  ["the list of changes", readChanges],
])("two packs of three that were sent are two units of their line: by %s", async (_, read) => {
  const id = `order_packs_${crypto.randomUUID()}`;
  const pieces = [{ inventory_item_id: "iitem_sock", required_quantity: 3 }];
  const items = [{ line_item_id: "packs", inventory_item_id: "iitem_sock", quantity: 6 }];
  shop.put(
    medusaOrder(id, {
      items: [itemOf("packs", 2, 10, { variant: { manage_inventory: true, inventory_items: pieces } })],
      fulfillments: [{ id: `ful_${id}`, shipped_at: "2026-03-02T09:00:00.000Z", items }],
    }),
  );
  await read(id);
  expect(await readOrder(id)).toMatchObject({
    fulfillments: [{ lineItems: [{ id: "packs", quantity: 2 }] }],
  });
});

/** Puts an order of three shirts that were sent into the shop, and returns two of them. */
async function returned(id: string) {
  const pieces = [{ inventory_item_id: "iitem_shirt", required_quantity: 1 }];
  const sent = { id: `ful_${id}`, location_id: "sloc_1", shipped_at: "2026-03-02T09:00:00.000Z" };
  shop.put(
    medusaOrder(id, {
      items: [itemOf("line", 3, 10, { variant: { manage_inventory: true, inventory_items: pieces } })],
      fulfillments: [{ ...sent, items: [{ line_item_id: "line", quantity: 3 }] }],
      payment_collections: [collectionOf(paymentOf(`pay_of_${id}`, 30))],
    }),
  );
  await hook(id);
  const items = [{ lineItemId: "line", quantity: 2, reason: "r" }];
  return { items, made: await returnIn(postReturn(store, id, { items })) };
}

/** Lets all pauses end, and what is due then be sent. */
async function goOn(): Promise<void> {
  for (const streams of ["payout_streams", "restock_streams"])
    await store.ctx.db.execute(
      `update ${streams} set due_at = now(), leased_until = null where due_at is not null`,
    );
  await service.drain({ sweeps: true });
}

test("a return of its order is refunded and restocked in the shop once, though answers are lost", async () => {
  await createLocation(store.ctx, store.id, { name: "Main", isDefault: true });
  shop.stock.set("iitem_shirt", 10);
  const { items, made } = await returned("order_returned");
  shop.faults.push("lost", "broken", undefined, "lost", "busy", "lost");
  await patchItem(store, made, { outcome: "restock" });
  expect((await moveTo(store, made.id, "complete")).status).toBe(204);
  for (let round = 0; round < 8; round++) await goOn();
  const [collection] = (shop.orders.get("order_returned")?.payment_collections ?? []) as {
    payments: Json[];
  }[];
  const note = expect.stringMatching(/^Aftersale payout pay_/);
  expect(collection?.payments[0]?.refunds).toMatchObject([{ amount: 20, note }]);
  expect(shop.stock.get("iitem_shirt")).toBe(12);
  await hook("order_returned");
  expect(await readReturn(store, made.id)).toMatchObject({
    return: { payouts: [{ status: "paid", reference: "ref_1" }] },
  });
  const rest = await answerOf(postReturn(store, "order_returned", { items }));
  expect(rest.status).toBe(409);
});

test("an order that is being changed in the shop holds up its own stock alone, until that is confirmed", async () => {
  shop.stock.set("iitem_shirt", 10);
  const edited = await returned("order_edited");
  const other = await returned("order_beside");
  const endEdit = shop.edit("order_edited");
  const statuses = async () =>
    Promise.all([edited, other].map(async ({ made }) => (await stockLines(store, made.id))[0]?.shop?.status));
  for (const { made } of [edited, other]) await patchItem(store, made, { outcome: "restock" });
  for (let round = 0; round < 2; round++) await goOn();
  expect([await statuses(), shop.stock.get("iitem_shirt")]).toEqual([["unknown", "done"], 12]);
  endEdit();
  await goOn();
  expect([await statuses(), shop.stock.get("iitem_shirt")]).toEqual([["done", "done"], 14]);
});
