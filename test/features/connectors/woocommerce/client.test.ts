import { expect, spyOn, test } from "bun:test";
import { ShopFailure } from "../../../../src/features/connectors/call.ts";
import { woocommerce } from "../../../../src/features/connectors/woocommerce/connector.ts";
import type { Json } from "../../../support/orders.ts";
import { callOf } from "../../../support/shops/call-woocommerce.ts";
import { WOO_CREDENTIALS, WooShop, wooSignature } from "../../../support/shops/woocommerce.ts";
import { wooLine, wooOrder } from "../../../support/shops/woocommerce-orders.ts";

function sold(id: number, second: number, changes: Json = {}): Json {
  const date_modified_gmt = new Date(Date.UTC(2026, 2, 1) + second * 1_000).toISOString().slice(0, 19);
  return wooOrder(id, {
    total: "20.00",
    line_items: [wooLine(1, 2, "20.00")],
    date_modified_gmt,
    ...changes,
  });
}

/** Reads pages until there are no more; `between` happens after each. */
async function readAll(shop: WooShop, cursor: string | null, between: (page: number) => void = () => {}) {
  const ids: unknown[] = [];
  for (let page = 1; page <= 20; page++) {
    const read = await woocommerce.changed(callOf(shop), cursor);
    ids.push(...read.orders.map((order) => woocommerce.orderId(order)));
    cursor = read.cursor;
    if (!read.more) return { ids, cursor };
    between(page);
  }
  throw new Error("The poll doesn't end.");
}

test("the address of the API follows the shop's, also one in a folder", () => {
  const origins = ["https://a.example", "https://a.example/shop/", "https://a.example/wp-json/wc/v3"].map(
    (url) => woocommerce.origin(WOO_CREDENTIALS, url),
  );
  expect(origins).toEqual([
    "https://a.example/wp-json/wc/v3",
    "https://a.example/shop/wp-json/wc/v3",
    "https://a.example/wp-json/wc/v3",
  ]);
  expect(() => woocommerce.origin(WOO_CREDENTIALS, undefined)).toThrow("url is required");
});

test("a webhook is verified by the HMAC of its bytes, and what a new one sends without any is not", async () => {
  const verify = (body: string, headers: Record<string, string>) =>
    woocommerce.verify(
      { headers: new Headers(headers), body: new TextEncoder().encode(body) },
      WOO_CREDENTIALS,
    );
  const topic = { "X-WC-Webhook-Topic": "order.created" };
  const signature = await wooSignature('{"id":1}');
  const results = [
    await verify('{"id":1}', { ...topic, "X-WC-Webhook-Signature": signature }),
    await verify('{"id": 1}', { ...topic, "X-WC-Webhook-Signature": signature }),
    await verify('{"id":1}', { ...topic, "X-WC-Webhook-Signature": await wooSignature('{"id":1}', "other") }),
    await verify('{"id":1}', { ...topic, "X-WC-Webhook-Signature": "no base64!" }),
    await verify('{"id":1}', topic),
    await verify("webhook_id=12", {}),
    await verify("webhook_id=12", topic),
  ];
  expect(results).toEqual([true, false, false, false, false, false, false]);
});

test.each([
  ["order.created", sold(5, 0), "order"],
  ["order.updated", sold(5, 0), "order"],
  ["order.restored", sold(5, 0), "order"],
  ["order.updated", sold(5, 0, { refunds: [{ id: 9, total: "-1.00" }] }), "5"],
  ["order.created", sold(5, 0, { status: "pending", date_paid_gmt: null }), "order"],
  ["order.deleted", { id: 5 }, "5"],
  ["product.updated", { id: 5 }, undefined],
  ["coupon.created", { id: 5 }, undefined],
  [null, undefined, undefined],
])("a webhook %s is about what its body says", (topic, json: unknown, expected) => {
  const headers = new Headers(topic === null ? {} : { "X-WC-Webhook-Topic": topic });
  const subject = woocommerce.read({ headers, json });
  const said = subject && ("orderId" in subject ? subject.orderId : subject.order === json && "order");
  expect(said).toBe(expected as typeof said);
});

test("an order is read with its refunds, whatever its status; one that is gone is none", async () => {
  const shop = new WooShop();
  shop.put(sold(1, 0));
  shop.put(sold(2, 0, { status: "pending", date_paid_gmt: null }));
  const refunds = Array.from({ length: 101 }, (_, i) => ({
    id: 100 + i,
    amount: "0.10",
    refunded_payment: true,
  }));
  shop.refunds.set("1", refunds);
  const read = (id: string) => woocommerce.order(callOf(shop), id);
  const order = (await read("1")) as { refunds: Json[] };
  expect(order.refunds.map(({ amount }) => amount)).toEqual(Array(101).fill("0.10"));
  expect(woocommerce.mapOrder(order).refunds).toHaveLength(101);
  expect(await read("2")).toMatchObject({ status: "pending" });
  expect(await read("3")).toBeUndefined();
});

test("the poll reads every order once and the oldest change first, however many a second has", async () => {
  const shop = new WooShop();
  shop.now = new Date(Date.UTC(2026, 2, 2));
  for (let id = 1; id <= 60; id++) shop.put(sold(id, id));
  for (let id = 61; id <= 190; id++) shop.put(sold(id, 100));
  for (let id = 191; id <= 200; id++) shop.put(sold(id, 200));
  shop.put(sold(201, 300, { status: "on-hold", date_paid_gmt: null }));
  const { ids, cursor } = await readAll(shop, null);
  expect([...new Set(ids)]).toEqual(Array.from({ length: 201 }, (_, i) => `${i + 1}`));

  shop.requests.length = 0;
  expect((await readAll(shop, cursor)).ids).toEqual([]);
  expect(shop.requests).toHaveLength(1);
  shop.put(sold(7, 86_000));
  expect((await readAll(shop, cursor)).ids).toEqual(["7"]);
});

test("orders that change while pages are read leave none out, of one second neither", async () => {
  for (const secondOf of [(id: number) => id, () => 100]) {
    const shop = new WooShop();
    shop.now = new Date(Date.UTC(2026, 2, 2));
    for (let id = 1; id <= 150; id++) shop.put(sold(id, secondOf(id)));
    const { ids } = await readAll(shop, null, (page) => shop.put(sold(page, 1_000 + page)));
    expect(new Set(ids).size).toBe(150);
  }
});

test("a shop whose refunds take long to read is read in parts, none of which is lost", async () => {
  const shop = new WooShop();
  shop.now = new Date(Date.UTC(2026, 2, 2));
  for (let id = 1; id <= 9; id++) {
    shop.put(sold(id, id * 10));
    shop.refunds.set(String(id), [{ id: 100 + id, amount: "1.00", refunded_payment: true }]);
  }
  let clock = 0;
  const now = spyOn(performance, "now").mockImplementation(() => (clock += 3_000));
  try {
    const { orders, more } = await woocommerce.changed(callOf(shop), null);
    expect([orders.map((order) => woocommerce.orderId(order)), more]).toEqual([["1", "2"], true]);
    const { ids } = await readAll(shop, null);
    expect([...new Set(ids)]).toEqual(["1", "2", "3", "4", "5", "6", "7", "8", "9"]);
  } finally {
    now.mockRestore();
  }
});

test("what was saved shortly before a poll is read again by the next: it may have been committed later", async () => {
  const shop = new WooShop();
  shop.put(sold(1, 0));
  shop.now = new Date(Date.UTC(2026, 2, 1, 0, 1));
  const { cursor } = await readAll(shop, null);
  shop.put(sold(2, -1));
  expect((await readAll(shop, cursor)).ids).toEqual(["2", "1"]);
});

test.each([
  ["shortly before a poll", -50],
  ["in the future", 7_200],
])(
  "what is committed late is read by the next poll, also where more than a page was saved %s",
  async (_, first) => {
    const shop = new WooShop();
    shop.now = new Date(Date.UTC(2026, 2, 1, 0, 1));
    for (let id = 1; id <= 60; id++) shop.put(sold(id, first + id));
    const { cursor } = await readAll(shop, null);
    shop.put(sold(99, -30));
    expect((await readAll(shop, cursor)).ids).toContain("99");
  },
);

test("what changes after the shop's clock was put right is read, though it was ahead", async () => {
  const shop = new WooShop();
  const now = Date.now();
  const at = (ms: number) => ({ date_modified_gmt: new Date(now + ms).toISOString().slice(0, 19) });
  shop.now = new Date(now + 7_200_000);
  shop.put(sold(1, 0, at(7_190_000)));
  const { cursor } = await readAll(shop, null);
  shop.now = new Date(now);
  shop.put(sold(2, 0, at(0)));
  expect((await readAll(shop, cursor)).ids).toContain("2");
});

test.each([429, 500, 502] as const)(
  "a poll that is answered with %p fails with this status",
  async (fault) => {
    const shop = new WooShop();
    shop.faults.push({ of: "GET orders", fault });
    const failure = await woocommerce.changed(callOf(shop), null).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ShopFailure);
    expect((failure as ShopFailure).status).toBe(fault);
    expect((failure as ShopFailure).retryAfter).toBe(fault === 429 ? "1" : undefined);
  },
);
