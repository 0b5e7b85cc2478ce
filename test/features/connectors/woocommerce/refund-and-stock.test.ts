import { expect, test } from "bun:test";
import { type Call, ShopFailure } from "../../../../src/features/connectors/call.ts";
import { readOrder } from "../../../../src/features/connectors/woocommerce/orders.ts";
import { payRefund } from "../../../../src/features/connectors/woocommerce/refund.ts";
import { restock as restockIn } from "../../../../src/features/connectors/woocommerce/restock.ts";
import { callOf } from "../../../support/shops/call-woocommerce.ts";
import { type WooFault, WooShop } from "../../../support/shops/woocommerce.ts";
import { wooLine, wooOrder } from "../../../support/shops/woocommerce-orders.ts";

/** An order of 20.00. */
function sold(id: number) {
  return wooOrder(id, { total: "20.00", line_items: [wooLine(1, 2, "20.00")] });
}

const PAYOUT = {
  ...{ id: "pay_0001_refund", key: "k", type: "refund" as const, orderId: "1" },
  amount: { amount: "12.50", currency: "EUR" },
};

/** Asks for a payout until something is known of it. */
async function pay(shop: WooShop, payout = PAYOUT) {
  const said: unknown[] = [];
  for (let attempt = 1; attempt <= 5; attempt++) {
    const answer = await payRefund(callOf(shop), payout).catch((error: unknown) => error);
    const isKnown = !(answer instanceof ShopFailure) && (answer as { status?: string }).status !== "unknown";
    said.push(answer instanceof ShopFailure ? "failed" : (answer as { status: string }).status);
    if (isKnown) return { said, answer };
  }
  return { said, answer: undefined };
}

test.each<[string, WooFault[], string[]]>([
  ["without faults", [], ["paid"]],
  ["with a lost answer", ["lost"], ["failed", "paid"]],
  ["with an error before it", [500], ["failed", "paid"]],
  ["with too many requests", [429], ["failed", "paid"]],
  ["with errors and a lost answer", [502, 500, "lost"], ["failed", "failed", "failed", "paid"]],
])("a refund is paid once %s, and says so", async (_, faults, expected) => {
  const shop = new WooShop();
  shop.put(sold(1));
  shop.faults.push(...faults.map((fault) => ({ of: "POST orders/refunds", fault })));
  const { said, answer } = await pay(shop);
  expect(said).toEqual(expected);
  expect(shop.paid).toEqual(["12.50"]);
  const [refund] = shop.refunds.get("1") ?? [];
  expect(answer).toMatchObject({
    ...{ status: "paid", reference: String(refund?.id) },
    amount: { amount: "12.50", currency: "EUR" },
  });
  expect(refund?.reason).toBe("Aftersale payout pay_0001_refund");
});

test("refunds that could not be read are not asked for", async () => {
  const shop = new WooShop();
  shop.put(sold(1));
  shop.faults.push({ of: "GET orders/refunds", fault: 500 });
  expect((await pay(shop)).said).toEqual(["failed", "paid"]);
  expect(shop.requests.map((request) => request.split(" ")[0])).toEqual(["GET", "GET", "POST"]);
});

test("two payouts of the same amount are two refunds", async () => {
  const shop = new WooShop();
  shop.put({ ...sold(1), total: "40.00" });
  await pay(shop);
  await pay(shop, { ...PAYOUT, id: "pay_0002_refund" });
  await pay(shop);
  expect(shop.paid).toEqual(["12.50", "12.50"]);
});

test("a refund that was interrupted at the gateway stays unknown, and is never asked for again", async () => {
  const shop = new WooShop();
  shop.put(sold(1));
  shop.faults.push({ of: "POST orders/refunds", fault: "interrupted" });
  expect((await pay(shop)).said).toEqual(["failed", "unknown", "unknown", "unknown", "unknown"]);
  expect(shop.refunds.get("1")).toHaveLength(1);
});

test.each([
  [
    "by a gateway that refunds nothing",
    { declined: "The payment gateway for this order does not support automatic refunds." },
  ],
  ["by the gateway", { declined: "Card expired." }],
  [
    "for more than is left",
    { amount: { amount: "20.01", currency: "EUR" }, declined: "Invalid refund amount." },
  ],
  ["for an order that is gone", { orderId: "2", declined: "Invalid order ID." }],
])("a refund is refused %s, with the reason", async (_, { declined, ...changes }) => {
  const shop = new WooShop();
  shop.put(sold(1));
  if (Object.keys(changes).length === 0) shop.declined = declined;
  const { said, answer } = await pay(shop, { ...PAYOUT, ...changes });
  expect(said).toEqual(["refused"]);
  expect(answer).toMatchObject({ reason: `WooCommerce refused the refund: ${declined}` });
  expect(shop.paid).toEqual([]);
});

test("store credit is refused without a request", async () => {
  const shop = new WooShop();
  const answer = await payRefund(callOf(shop), { ...PAYOUT, type: "store_credit" });
  expect(answer).toMatchObject({ status: "refused" });
  expect(shop.requests).toEqual([]);
});

const CHANGE = {
  id: "chg_1",
  units: 2,
  orderId: "1",
  lineItemId: "1",
  productId: "10",
  variantId: null,
  sku: null,
};

function stocked(quantity: number, manage_stock: boolean | "parent" = true) {
  return { manage_stock, stock_quantity: quantity, meta_data: [{ id: 1, key: "_color", value: "blue" }] };
}

/** Asks for a change until something is known of it. */
async function restock(
  shop: WooShop,
  change: typeof CHANGE | (Omit<typeof CHANGE, "variantId"> & { variantId: string }),
) {
  for (let attempt = 1; attempt <= 5; attempt++) {
    const answer = await restockIn(callOf(shop), change).catch((error: unknown) => error);
    if (!(answer instanceof ShopFailure)) return answer;
  }
  return undefined;
}

test.each<[string, WooFault[]]>([
  ["without faults", []],
  ["with a lost answer", ["lost"]],
  ["with an error before it", [500]],
  ["with all of them", [429, 500, "lost"]],
])("stock is changed once %s", async (_, faults) => {
  const shop = new WooShop();
  shop.products.set("10", stocked(5));
  shop.faults.push(...faults.map((fault) => ({ of: "PUT products", fault })));
  expect(await restock(shop, CHANGE)).toEqual({ status: "done" });
  expect(await restock(shop, CHANGE)).toEqual({ status: "done" });
  expect(shop.products.get("10")?.stock_quantity).toBe(7);
  expect(await restock(shop, { ...CHANGE, id: "chg_2", units: -3 })).toEqual({ status: "done" });
  expect(shop.products.get("10")?.stock_quantity).toBe(4);
});

test("an error that comes with 200 says nothing, about stock and orders alike", async () => {
  const shop = new WooShop();
  shop.products.set("10", stocked(5));
  const call = callOf(shop);
  const json = { code: "woocommerce_rest_cannot_view", message: "Sorry, no.", data: { status: 401 } };
  const refusing =
    (method: string): Call =>
    async (request) =>
      (request.method ?? "GET") === method ? { status: 200, headers: {}, json } : call(request);
  for (const method of ["GET", "PUT"])
    await expect(restockIn(refusing(method), CHANGE)).rejects.toThrow(ShopFailure);
  await expect(readOrder(refusing("GET"), "1")).rejects.toThrow(ShopFailure);
  expect(await restock(shop, CHANGE)).toEqual({ status: "done" });
  expect(shop.products.get("10")?.stock_quantity).toBe(7);
});

test("a variation has its own stock, or that of its product", async () => {
  const shop = new WooShop();
  shop.products.set("10", stocked(5)).set("11", stocked(1)).set("12", stocked(5, "parent"));
  await restock(shop, { ...CHANGE, variantId: "11" });
  await restock(shop, { ...CHANGE, id: "chg_2", variantId: "12" });
  const quantities = ["10", "11", "12"].map((id) => shop.products.get(id)?.stock_quantity);
  expect(quantities).toEqual([7, 3, 5]);
});

test.each([
  ["whose stock the shop doesn't track", stocked(0, false), CHANGE],
  ["that is gone", undefined, CHANGE],
  ["that a line doesn't have", undefined, { ...CHANGE, productId: null }],
])("the stock of a product %s is refused", async (_, product, change) => {
  const shop = new WooShop();
  if (product) shop.products.set("10", product);
  expect(await restockIn(callOf(shop), change)).toMatchObject({ status: "refused" });
  expect(shop.requests.filter((request) => request.startsWith("PUT"))).toEqual([]);
});

test("a product keeps the ids of its last hundred changes, and what else it has", async () => {
  const shop = new WooShop();
  shop.products.set("10", stocked(0));
  for (let i = 1; i <= 130; i++) await restock(shop, { ...CHANGE, id: `chg_${i}`, units: 1 });
  const product = shop.products.get("10");
  const keys = product?.meta_data.map(({ key }) => key) ?? [];
  expect(product?.stock_quantity).toBe(130);
  expect([keys.length, keys[0], keys[1], keys.at(-1)]).toEqual([
    ...[101, "_color", "_aftersale_restock_chg_31", "_aftersale_restock_chg_130"],
  ]);
});

test("of an order that the shop has no more nothing is paid, and the answer says so, whichever request finds it out", async () => {
  const gone = { status: "refused", hasNoOrder: true };
  const shop = new WooShop();
  expect(await payRefund(callOf(shop), PAYOUT)).toMatchObject(gone);
  const json = { code: "woocommerce_rest_shop_order_invalid_id", message: "Invalid ID." };
  const unknown: Call = async () => ({ status: 404, headers: {}, json });
  expect(await payRefund(unknown, PAYOUT)).toMatchObject(gone);
  const away: Call = async () => ({ status: 404, headers: {}, json: { code: "rest_no_route" } });
  await expect(payRefund(away, PAYOUT)).rejects.toThrow(ShopFailure);
});
