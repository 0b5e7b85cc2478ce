import { beforeEach, expect, test } from "bun:test";
import type { Call } from "../../../../src/features/connectors/call.ts";
import { shopify } from "../../../../src/features/connectors/shopify/connector.ts";
import type { Json } from "../../../support/orders.ts";
import { createShopifyShop, type ShopifyShop } from "../../../support/shops/shopify.ts";
import {
  SHOPIFY_CREDENTIALS as CREDENTIALS,
  callOf,
  SHOPIFY_ORIGIN as ORIGIN,
} from "../../../support/shops/shopify-call.ts";
import { shopifyFile } from "../../../support/shops/shopify-file.ts";

const { line, order } = shopifyFile("USD");

let shop: ShopifyShop;
let call: Call;

beforeEach(() => {
  shop = createShopifyShop();
  call = callOf(shop);
});

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

function put(id: string, updatedAt: string, changes: Json = {}): Json {
  const file = order(
    [line("Tee", { price: "20.00", quantity: 2 })],
    { total: "40.00" },
    { id, updated_at: updatedAt, ...changes },
  );
  shop.put(file);
  return file;
}

/** Reads as the poll does, until there is no more. */
async function sweep(from: string | null): Promise<{ ids: string[]; cursor: string | null }> {
  const ids: string[] = [];
  let cursor = from;
  for (let more = true; more; ) {
    const page = await shopify.changed(call, cursor);
    ids.push(...page.orders.map((each) => shopify.orderId(each) ?? ""));
    ({ cursor, more } = page);
  }
  return { ids, cursor };
}

test("a sweep reads all orders in the order of their changes, many of one second too, and the next one what came later", async () => {
  const second = hoursAgo(3);
  for (let i = 0; i < 120; i++) put(String(7_000_000_000_000 + i), i < 10 ? hoursAgo(5) : second);
  put("820982911946154508", hoursAgo(2));
  const first = await sweep(null);
  expect({ count: new Set(first.ids).size, last: first.ids.at(-1) }).toEqual({
    count: 121,
    last: "820982911946154508",
  });
  put("7000000000005", hoursAgo(1));
  expect((await sweep(first.cursor)).ids).toEqual(["7000000000005"]);
});

test("an order that was changed long ago isn't read once more by each sweep, though it was the last", async () => {
  put("1", hoursAgo(2));
  let { cursor } = await sweep(null);
  for (let i = 0; i < 3; i++) {
    const next = await sweep(cursor);
    expect(next.ids).toEqual([]);
    cursor = next.cursor;
  }
  put("2", hoursAgo(1));
  expect((await sweep(cursor)).ids).toEqual(["2"]);
});

test("an order that is committed late, with an earlier time, is read by the next sweep", async () => {
  put("1", new Date().toISOString());
  const { cursor } = await sweep(null);
  put("2", new Date(Date.now() - 60_000).toISOString());
  expect((await sweep(cursor)).ids.sort()).toEqual(["1", "2"]);
});

test("what changes after the shop's clock was put right is read, though it was ahead", async () => {
  let ahead = 7_200_000;
  shop = createShopifyShop({ now: () => new Date(Date.now() + ahead) });
  call = callOf(shop);
  put("1", hoursAgo(-1.9));
  const { cursor } = await sweep(null);
  ahead = 0;
  put("2", new Date().toISOString());
  expect((await sweep(cursor)).ids).toContain("2");
});

test("a sweep whose page Shopify no longer knows goes on at the last order's time", async () => {
  for (let i = 0; i < 60; i++)
    put(String(100 + i), new Date(Date.now() - 7_200_000 + i * 1_000).toISOString());
  const { cursor, more } = await shopify.changed(call, null);
  expect(more).toBe(true);
  const { ids } = await sweep(`${cursor?.split(" ")[0]} expired`);
  expect(ids).toEqual(Array.from({ length: 11 }, (_, i) => String(149 + i)));
});

test("a shop that has no time is asked again when it says, one that is down or knows no token fails", async () => {
  shop.fail("orders.json", 429, 500, 401);
  const failures = [];
  for (let i = 0; i < 3; i++)
    failures.push(await shopify.changed(call, null).catch((error: unknown) => error));
  expect(failures).toEqual([
    expect.objectContaining({ status: 429, retryAfter: "2.0" }),
    expect.objectContaining({ status: 500 }),
    expect.objectContaining({ status: 401 }),
  ]);
});

test("one order is read by its id, also one beyond 2^53; a removed one is undefined", async () => {
  put("820982911946154509", hoursAgo(1));
  expect(shopify.mapOrder(await shopify.order(call, "820982911946154509"))).toMatchObject({
    id: "820982911946154509",
  });
  expect(await shopify.order(call, "1")).toBeUndefined();
});

test("a webhook is Shopify's if its signature is that of its bytes by the client secret", async () => {
  const body = new TextEncoder().encode('{"id":820982911946154508}');
  const key = await crypto.subtle.importKey(
    "raw",
    new TextEncoder().encode("hush"),
    { name: "HMAC", hash: "SHA-256" },
    false,
    ["sign"],
  );
  const signature = new Uint8Array(await crypto.subtle.sign("HMAC", key, body)).toBase64();
  const cases: [string | null, Uint8Array<ArrayBuffer>, boolean][] = [
    [signature, body, true],
    [null, body, false],
    ["", body, false],
    ["no base64", body, false],
    [`${signature.slice(0, -2)}A=`, body, false],
    [signature, new TextEncoder().encode('{"id":820982911946154509}'), false],
  ];
  for (const [given, bytes, isRight] of cases) {
    const headers = new Headers(given === null ? {} : { "X-Shopify-Hmac-Sha256": given });
    expect(await shopify.verify({ headers, body: bytes }, CREDENTIALS)).toBe(isRight);
  }
});

test("webhooks of orders are the order, those of what belongs to one name it, and others are passed over", () => {
  const order = { id: 1 };
  const cases: [string, unknown, unknown][] = [
    ["orders/create", order, { order }],
    ["orders/updated", order, { order }],
    ["orders/cancelled", order, { order }],
    ["orders/edited", { order_edit: { order_id: 5 } }, { orderId: "5" }],
    ["refunds/create", { id: 9, order_id: "820982911946154508" }, { orderId: "820982911946154508" }],
    ["fulfillments/update", { id: 9, order_id: 5 }, { orderId: "5" }],
    ["fulfillments/create", { id: 9, order_id: "../5" }, undefined],
    ["refunds/create", null, undefined],
    ["orders/delete", { id: 1 }, { orderId: "1", mayBeDeleted: true }],
    ["orders/delete", { id: "../1" }, undefined],
    ["products/update", { id: 1 }, undefined],
    ["", order, undefined],
  ];
  for (const [topic, json, subject] of cases) {
    expect(shopify.read({ headers: new Headers({ "X-Shopify-Topic": topic }), json })).toEqual(
      subject as never,
    );
  }
});

test("a shop's address is its own domain at Shopify, or the one that is given", () => {
  expect(shopify.origin(CREDENTIALS, undefined)).toBe(ORIGIN);
  expect(shopify.origin({ ...CREDENTIALS, shop: "Linen-And-Co.myshopify.com" }, undefined)).toBe(ORIGIN);
  expect(shopify.origin(CREDENTIALS, "http://127.0.0.1:9000/")).toBe("http://127.0.0.1:9000");
});
