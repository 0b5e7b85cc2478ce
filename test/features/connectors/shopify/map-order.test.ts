import { expect, test } from "bun:test";
import { mapOrder } from "../../../../src/features/connectors/shopify/map-order.ts";
import { orderFromShop } from "../../../../src/features/orders/upsert/from-shop.ts";
import { worthOf } from "../../../../src/features/returns/money/order-worth.ts";
import { amountOf, minorDigits, minorOf } from "../../../../src/lib/money.ts";
import { Problem } from "../../../../src/lib/problem.ts";
import type { Json } from "../../../support/orders.ts";
import { changedOrders } from "../../../support/shops/shopify-changes.ts";
import { shopifyFile } from "../../../support/shops/shopify-file.ts";
import { plainOrders, type ShopifyCase } from "../../../support/shops/shopify-orders.ts";

type Sets = { presentment_money: { amount: string } };

/** What a file says of itself, in the customer's currency. */
function totalsOfFile({ file, edited, unpaid }: ShopifyCase) {
  const presentment = (name: string) =>
    (file[`${name}_set`] as Sets | undefined)?.presentment_money.amount ?? (file[name] as string | undefined);
  const total = presentment("total_price");
  const left = unpaid ? total : (presentment("current_total_price") ?? total);
  return { left, tax: edited?.tax ?? presentment("total_tax"), ...(!edited && { total }) };
}

/** The same of the order as it is stored. */
function totalsOfOrder({ file, edited }: ShopifyCase) {
  const { body } = orderFromShop(mapOrder(file));
  const currency = body.currencyCode ?? "";
  const digits = minorDigits(currency);
  const exact = (amount: string | number | null | undefined) => minorOf(amount ?? 0, digits);
  const text = (minor: bigint) => amountOf(minor, digits);
  let refunded = 0n;
  for (const { lineItems = [], shippingRefunds = [], orderLevelRefunds = [] } of body.refunds ?? []) {
    for (const { subtotalSet, totalTaxSet } of lineItems ?? [])
      refunded += exact(subtotalSet.presentmentMoney.amount) + exact(totalTaxSet.presentmentMoney.amount);
    for (const { amountSet, taxAmountSet } of [...(shippingRefunds ?? []), ...(orderLevelRefunds ?? [])])
      refunded += exact(amountSet.presentmentMoney.amount) + exact(taxAmountSet?.presentmentMoney.amount);
  }
  const total = exact(body.totalPrice);
  const worth = worthOf(body, currency);
  let units = exact(body.shipping?.cost) + (file.taxes_included ? 0n : exact(body.shipping?.tax));
  for (const { id, quantity } of body.lineItems) {
    const { net, tax } = worth.lines.get(id)?.ofFirst(quantity) ?? { net: 0n, tax: 0n };
    units += net + tax;
  }
  return {
    shown: {
      left: text(total - refunded),
      tax: text(exact(body.totalTax)),
      ...(!edited && { total: text(total) }),
    },
    isWhole: units === total,
  };
}

for (const each of [...plainOrders(), ...changedOrders()]) {
  test(`Shopify's total, tax and what is left of it are those of the order: ${each.name}`, () => {
    const { shown, isWhole } = totalsOfOrder(each);
    expect<object>({ shown, isWhole }).toEqual({ shown: totalsOfFile(each), isWhole: true });
  });
}

const { line, order, shipping, refund, refundLine, transaction, fulfillment, set } = shopifyFile("USD");

function problemOf(file: unknown): unknown {
  try {
    return orderFromShop(mapOrder(file));
  } catch (error) {
    if (error instanceof Problem && "code" in error.parts) return error.parts.errors;
    throw error;
  }
}

test("an order whose total isn't the sum of its parts, or that lacks one, is refused: what, and where", () => {
  const tee = line("Tee", { price: "19.00" });
  const cases: [unknown, string, string][] = [
    [
      order([tee], { total: "20.00" }),
      "add up to 19.00 USD, and its total_price is 20.00 USD",
      "/total_price",
    ],
    [order([tee], { total: "18.99" }), "its total_price is 18.99 USD", "/total_price"],
    [order([tee], { total: "20.00" }, { total_tip_received: "0.50" }), "add up to 19.00 USD", "/total_price"],
    [
      order([{ ...tee, price: "nineteen", price_set: null }], { total: "19.00" }),
      "not an amount",
      "/line_items/0/price",
    ],
    [
      order([{ ...tee, price: null, price_set: null }], { total: "19.00" }),
      "is required",
      "/line_items/0/price",
    ],
    [
      order([{ ...tee, price_set: shopifyFile("EUR").set("19.00") }], { total: "19.00" }),
      "is in EUR, and the order's presentment currency is USD",
      "/line_items/0/price_set/presentment_money/currency_code",
    ],
    [order([{ ...tee, id: 9007199254740994 }], { total: "19.00" }), "was not read exactly", "/id"],
    [order([], { total: "0.00" }), "line_items", "/line_items"],
    [{ ...order([tee], { total: "19.00" }), updated_at: "yesterday" }, "updated_at", "/updated_at"],
    ["order", "body", ""],
  ];
  for (const [file, detail, pointer] of cases) {
    expect(problemOf(file)).toEqual([
      expect.objectContaining({ detail: expect.stringContaining(detail), pointer }),
    ]);
  }
});

test("an order keeps what Shopify says of its customer, lines, parcels and end", () => {
  const tee = line("Tee", { price: "20.00", quantity: 3, current_quantity: 2, sku: "TEE-M" });
  const tip = line("Tip", { price: "1.00", product_id: null, tip_payment_gateway: "shopify_payments" });
  const card = line("Gift card", { price: "50.00", gift_card: true });
  const parcel = fulfillment([[tee, 3]], { shipment_status: "delivered" });
  const mapped = mapOrder(
    order(
      [tee, tip, card],
      { total: "116.00" },
      {
        shipping_lines: [shipping({ price: "5.00" })],
        fulfillments: [parcel, fulfillment([[tee, 1]], { status: "cancelled" })],
        refunds: [refund([transaction("20.00")], [refundLine(tee, 1, "20.00")], { note: "Torn" })],
        ...{ cancelled_at: "2026-03-06T10:00:00+01:00", cancel_reason: "weather", customer: null },
      },
    ),
  );
  expect(mapped).toMatchObject({
    id: expect.stringMatching(/^\d+$/),
    customer: { email: "ada@example.com", firstName: "Ada", lastName: "Byron", phone: null },
    lineItems: [
      {
        id: String(tee.id),
        productId: String(tee.product_id),
        sku: "TEE-M",
        quantity: 3,
        returnableQuantity: 2,
      },
      { title: "Tip", productId: "", returnableQuantity: 0 },
      { title: "Gift card", tags: ["gift_card"] },
    ],
    fulfillments: [
      {
        id: String(parcel.id),
        trackingNumbers: [{ carrier: "Royal Mail", trackingNumber: "AB123456785GB" }],
        lineItems: [{ id: String(tee.id), quantity: 3 }],
        ...{ shippingDate: "2026-03-02T10:00:00+01:00", deliveryDate: "2026-03-04T15:12:00+01:00" },
      },
    ],
    ...{
      tags: ["vip", "spring"],
      cancelReason: "other",
      shippingAddress: { zip: "SW1Y 4JH", countryCode: "GB" },
    },
    refunds: [{ note: "Torn", lineItems: [{ lineItemId: String(tee.id), quantity: 1 }] }],
  });
  expect(mapped.fulfillments).toHaveLength(1);
});

test("an order without shipping and customer is taken, with what it has", () => {
  const file: Json = {
    ...order([line("E-book", { price: "9.00" })], { total: "9.00" }),
    shipping_address: null,
  };
  const bare = { ...file, billing_address: null, customer: null, email: "", contact_email: null };
  const { body } = orderFromShop(mapOrder(bare));
  expect(body).toMatchObject({
    customer: { email: "", firstName: "" },
    shipping: { address: { address1: "", country: "" } },
  });
});

test("what a refund names is told apart: lines and shipping without their tax, which prices may include", () => {
  const eur = shopifyFile("EUR");
  const mug = eur.line("Mug", { price: "11.90", quantity: 2, tax: ["3.80"], current_quantity: 1 });
  const adjusted = { order_adjustments: [eur.adjustment("shipping_refund", "-4.12", "-0.78")] };
  const file = (included: boolean, moved: string, total: string) =>
    eur.order(
      [mug],
      { total, tax: "4.58" },
      {
        taxes_included: included,
        shipping_lines: [eur.shipping({ price: "4.90", tax: ["0.78"] })],
        refunds: [eur.refund([eur.transaction(moved)], [eur.refundLine(mug, 1, "11.90", "1.90")], adjusted)],
      },
    );
  const amounts = (of: unknown) => JSON.stringify(of).match(/(?<=presentmentMoney":{"amount":")[\d.]+/g);
  expect(amounts(mapOrder(file(true, "16.80", "28.70")).refunds)).toEqual(["10.00", "1.90", "4.12", "0.78"]);
  expect(amounts(mapOrder(file(false, "18.70", "33.28")).refunds)).toEqual(["11.90", "1.90", "4.12", "0.78"]);
});

test("a refund of ours isn't taken for the money of an edit", () => {
  const [tee, coat] = [
    line("Tee", { price: "20.00" }),
    line("Coat", { price: "100.00", current_quantity: 0 }),
  ];
  const edit = refund([], [refundLine(coat, 1, "100.00", "0.00", "cancel")]);
  const ours = refund([transaction("20.00")], [], { note: "Aftersale payout pay_1" });
  const { totalPrice, refunds } = orderFromShop(
    mapOrder(order([tee, coat], { total: "120.00" }, { refunds: [edit, ours] })),
  ).body;
  expect({ totalPrice, refunds }).toEqual({
    totalPrice: 20,
    refunds: [
      expect.objectContaining({
        id: String(ours.id),
        orderLevelRefunds: [
          {
            amountSet: {
              presentmentMoney: { amount: "20.00", currencyCode: "USD" },
              shopMoney: set("20.00") && expect.anything(),
            },
          },
        ],
      }),
    ],
  });
});
