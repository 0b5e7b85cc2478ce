import { beforeEach, expect, test } from "bun:test";
import { type Call, ShopFailure } from "../../../../src/features/connectors/call.ts";
import type { ConnectorPayout, ConnectorRestock } from "../../../../src/features/connectors/effects.ts";
import { shopify } from "../../../../src/features/connectors/shopify/connector.ts";
import type { Json } from "../../../support/orders.ts";
import { createShopifyShop, type ShopifyShop } from "../../../support/shops/shopify.ts";
import { callOf } from "../../../support/shops/shopify-call.ts";
import { shopifyFile } from "../../../support/shops/shopify-file.ts";

const { line, order, fulfillment } = shopifyFile("USD");

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

const payout: ConnectorPayout = {
  id: "pay_01kb3e8m9g",
  key: "key-1",
  type: "refund",
  amount: { amount: "25.00", currency: "USD" },
  orderId: "77",
};

/** An order that was paid by a card and a gift card. */
function paidOrder(): void {
  put("77", hoursAgo(9));
  shop.books.transactions.set("77", [
    {
      id: 1,
      kind: "authorization",
      status: "success",
      amount: "30.00",
      currency: "USD",
      gateway: "shopify_payments",
    },
    { id: 2, kind: "sale", status: "success", amount: "10.00", currency: "USD", gateway: "gift_card" },
    {
      id: 3,
      kind: "capture",
      status: "success",
      amount: "30.00",
      currency: "USD",
      gateway: "shopify_payments",
      parent_id: 1,
    },
    {
      id: 4,
      kind: "refund",
      status: "success",
      amount: "8.00",
      currency: "USD",
      gateway: "shopify_payments",
      parent_id: 3,
    },
    {
      id: 5,
      kind: "refund",
      status: "failure",
      amount: "22.00",
      currency: "USD",
      gateway: "shopify_payments",
      parent_id: 3,
    },
  ]);
}

const refundsInShop = () => shop.books.refunds.get("77") ?? [];

test("a refund goes back to the order's payments, the gift card last, with the payout's id in its note, and restocks nothing", async () => {
  paidOrder();
  const paid = await shopify.pay?.(call, payout);
  const [refund] = refundsInShop();
  expect(paid).toEqual({
    status: "paid",
    reference: String(refund?.id),
    amount: payout.amount,
    paidAt: "2026-03-05T10:00:00+01:00",
  });
  expect(refund).toMatchObject({
    ...{ note: "Aftersale payout pay_01kb3e8m9g", refund_line_items: [] },
    transactions: [
      { amount: "22.00", gateway: "shopify_payments", parent_id: 3 },
      { amount: "3.00", gateway: "gift_card", parent_id: 2 },
    ],
  });
});

test("a payout is paid once, whichever answer was lost, and however often it is asked for", async () => {
  for (const where of ["refundCreate", "refunds.json", "transactions.json"]) {
    shop = createShopifyShop();
    call = callOf(shop);
    paidOrder();
    shop.fail(where, "lost", "lost");
    const answers = [];
    for (let i = 0; i < 6; i++)
      answers.push(await shopify.pay?.(call, payout).catch((error: unknown) => error));
    expect(answers.filter((answer) => answer instanceof ShopFailure).length, where).toBeGreaterThan(0);
    expect(answers.at(-1), where).toMatchObject({ status: "paid", amount: payout.amount });
    expect(refundsInShop(), where).toHaveLength(1);
  }
});

test("a payout that was paid long ago is found by its note, after Shopify has forgotten the key", async () => {
  paidOrder();
  await shopify.pay?.(call, payout);
  shop.books.answered.clear();
  expect(await shopify.pay?.(call, payout)).toMatchObject({ status: "paid" });
  expect(refundsInShop()).toHaveLength(1);
});

test("an answer that isn't what was asked for, though with 200, says nothing: no refund is made because of it", async () => {
  paidOrder();
  await shopify.pay?.(call, payout);
  shop.books.answered.clear();
  const none = { refunds: {}, transactions: {}, orders: {}, order: null };
  for (const json of [undefined, null, {}, { errors: "Service unavailable" }, none]) {
    const odd: Call = async (request) =>
      request.method === "POST" ? call(request) : { status: 200, headers: {}, json };
    const asked = [
      () => shopify.pay?.(odd, payout),
      () => shopify.order(odd, "77"),
      () => shopify.changed(odd, null),
    ];
    for (const ask of asked) await expect((async () => ask())()).rejects.toThrow(ShopFailure);
  }
  const away: Call = async () => ({ status: 404, headers: {}, json: undefined });
  await expect(shopify.order(away, "77")).rejects.toThrow(ShopFailure);
  expect(refundsInShop()).toHaveLength(1);
});

test("what the shop says of a refund decides: pending is unknown, failed and impossible are refused", async () => {
  paidOrder();
  shop.books.money.push("pending");
  expect(await shopify.pay?.(call, payout)).toMatchObject({
    status: "unknown",
    reason: expect.stringContaining("not confirmed"),
  });
  const [moved, failed] = (refundsInShop()[0]?.transactions ?? []) as Json[];
  Object.assign(moved ?? {}, { status: "success" });
  Object.assign(failed ?? {}, { status: "failure" });
  expect(await shopify.pay?.(call, payout)).toMatchObject({ status: "paid", amount: { amount: "22.00" } });

  const [another, third] = [
    { ...payout, id: "pay_2", key: "2" },
    { ...payout, id: "pay_3", key: "3" },
  ];
  expect(await shopify.pay?.(call, another)).toEqual({
    ...{ status: "refused", reason: "Only 10.00 USD of the order's payments can be paid back, not 25.00." },
  });
  paidOrder();
  shop.books.money.push("failure");
  expect(await shopify.pay?.(call, third)).toMatchObject({
    status: "refused",
    reason: expect.stringContaining("payment provider"),
  });
  expect(await shopify.pay?.(call, { ...third, key: "3 again" })).toMatchObject({ status: "paid" });
  const cases: [{ code?: string; message: string }, "refused" | "unknown"][] = [
    [{ message: "Order cannot be refunded" }, "refused"],
    [
      {
        message: "This request is currently in progress, please try again.",
        code: "IDEMPOTENCY_CONCURRENT_REQUEST",
      },
      "unknown",
    ],
  ];
  for (const [i, [error, status]] of cases.entries()) {
    paidOrder();
    shop.books.refuses.push(error);
    expect(await shopify.pay?.(call, { ...payout, id: `pay_9${i}`, key: `9${i}` })).toEqual({
      status,
      reason: error.message,
    });
  }
});

test("a mutation that the shop refuses to look at is refused, one that it has no time for is unknown", async () => {
  paidOrder();
  shop.fail("refundCreate", 403, 429, 500);
  expect(await shopify.pay?.(call, payout)).toMatchObject({
    status: "refused",
    reason: expect.stringContaining("403"),
  });
  expect(await shopify.pay?.(call, payout).catch((error: unknown) => error)).toMatchObject({
    status: 429,
    retryAfter: "2.0",
  });
  expect(await shopify.pay?.(call, payout).catch((error: unknown) => error)).toMatchObject({ status: 500 });
  expect(refundsInShop()).toHaveLength(0);
});

test("store credit is a refund of the order to the customer's credit, found again by its note", async () => {
  paidOrder();
  const credit: ConnectorPayout = { ...payout, type: "store_credit" };
  shop.fail("refundCreate", "lost");
  await shopify.pay?.(call, credit).catch(() => undefined);
  expect(await shopify.pay?.(call, credit)).toMatchObject({ status: "paid", amount: payout.amount });
  expect(refundsInShop()).toMatchObject([
    { transactions: [{ gateway: "shopify_store_credit", amount: "25.00" }] },
  ]);
});

const change: ConnectorRestock = {
  id: "rst_1",
  units: 2,
  orderId: "77",
  lineItemId: "31",
  productId: "5",
  variantId: "9",
  sku: "TEE",
};

function stocked(locations = ["1", "2"]): void {
  const tee = line("Tee", { id: 31, price: "20.00", quantity: 2 });
  put("77", hoursAgo(1), { line_items: [tee], fulfillments: [fulfillment([[tee, 2]], { location_id: 2 })] });
  shop.books.variants.set("9", { item: "90", tracked: true, locations });
}

test("units come back where they were sent from, once, though answers are lost, and go again", async () => {
  stocked();
  shop.fail("inventoryAdjustQuantities", "lost", 500);
  const answers = [];
  for (let i = 0; i < 4; i++) answers.push(await shopify.restock?.(call, change).catch(() => "unknown"));
  expect(answers).toEqual(["unknown", "unknown", { status: "done" }, { status: "done" }]);
  expect(await shopify.restock?.(call, { ...change, id: "rst_2", units: -1 })).toEqual({ status: "done" });
  const location = "gid://shopify/Location/2";
  expect(shop.books.adjustments).toEqual([
    { document: "gid://aftersale/Restock/rst_1", delta: 2, location, reason: "restock" },
    { document: "gid://aftersale/Restock/rst_2", delta: -1, location, reason: "correction" },
  ]);
});

test("units come back where they were sent from, of however many parcels, lines and locations", async () => {
  const tees = Array.from({ length: 40 }, (_, i) => line("Tee", { id: 100 + i, price: "20.00" }));
  const last = line("Tee", { id: 31, price: "20.00", quantity: 2 });
  const parcels = tees.slice(0, 7).map((each) => fulfillment([[each, 1]], { location_id: 3 }));
  const rest = [...tees.slice(7).map((each): [Json, number] => [each, 1]), [last, 2] as [Json, number]];
  const fulfillments = [
    ...parcels,
    fulfillment([[last, 2]], { location_id: 4, status: "cancelled" }),
    fulfillment(rest, { location_id: 99 }),
  ];
  put("77", hoursAgo(1), { line_items: [...tees, last], fulfillments });
  const locations = Array.from({ length: 120 }, (_, i) => String(i + 1));
  shop.books.variants.set("9", { item: "90", tracked: true, locations });
  expect(await shopify.restock?.(call, change)).toEqual({ status: "done" });
  expect(shop.books.adjustments).toMatchObject([{ location: "gid://shopify/Location/99" }]);
});

test("a change of stock whose answer was lost isn't asked for again once Shopify may have forgotten its key", async () => {
  stocked();
  shop.fail("inventoryAdjustQuantities", "lost");
  await shopify.restock?.(call, change).catch(() => undefined);
  const [mark = ""] = shop.books.metafields.keys();
  shop.books.metafields.set(mark, hoursAgo(22));
  expect(await shopify.restock?.(call, change)).toEqual({ status: "done" });
  shop.books.metafields.set(mark, hoursAgo(24));
  shop.books.answered.clear();
  expect(await shopify.restock?.(call, change)).toEqual({
    ...{
      status: "refused",
      reason: expect.stringContaining("look for gid://aftersale/Restock/rst_1 in the inventory"),
    },
  });
  expect(shop.books.adjustments).toHaveLength(1);
});

test("where nothing can be restocked, the shop's first location is taken, or the answer says why not", async () => {
  stocked(["3", "1"]);
  expect(await shopify.restock?.(call, change)).toEqual({ status: "done" });
  expect(shop.books.adjustments[0]?.location).toBe("gid://shopify/Location/1");
  stocked([]);
  const reasons = [
    await shopify.restock?.(call, { ...change, id: "a" }),
    await shopify.restock?.(call, { ...change, id: "b", variantId: null }),
  ];
  shop.books.variants.set("9", { item: "90", tracked: false, locations: ["1"] });
  reasons.push(await shopify.restock?.(call, { ...change, id: "c" }));
  shop.books.variants.clear();
  reasons.push(await shopify.restock?.(call, { ...change, id: "d" }));
  expect(reasons).toEqual(
    ["No active location", "no variant in Shopify", "doesn't track", "no variant 9 any more"].map(
      (reason) => ({
        ...{ status: "refused", reason: expect.stringContaining(reason) },
      }),
    ),
  );
});

test("of an order that the shop has no more nothing is paid, and the answer says so", async () => {
  expect(await shopify.pay?.(call, payout)).toMatchObject({ status: "refused", hasNoOrder: true });
  const away: Call = async () => ({ status: 404, headers: {}, json: undefined });
  await expect((async () => shopify.pay?.(away, payout))()).rejects.toThrow(ShopFailure);
});

test("an order that is deleted once a refund was asked for doesn't say that it wasn't paid", async () => {
  paidOrder();
  const deleting: Call = async (request) => {
    const answer = await call(request);
    if (request.method === "POST") shop.books.orders.delete("77");
    return answer;
  };
  const said = await shopify.pay?.(deleting, payout);
  expect(said).toMatchObject({ status: "unknown" });
  expect(said).not.toHaveProperty("hasNoOrder");
});
