import { describe, expect, test } from "bun:test";
import { mapOrder } from "../../../../src/features/connectors/medusa/map-order.ts";
import { orderFromShop } from "../../../../src/features/orders/upsert/from-shop.ts";
import { Problem } from "../../../../src/lib/problem.ts";
import type { Json } from "../../../support/orders.ts";
import {
  adjustmentOf,
  collectionOf,
  creditOf,
  itemOf,
  medusaOrder,
  paymentOf,
  refundOf,
  shippingOf,
  taxOf,
} from "../../../support/shops/medusa-orders.ts";

function stored(changes: Json) {
  return orderFromShop(mapOrder(medusaOrder("order_1", changes)));
}

function totalsOf(changes: Json) {
  const { totalPrice, subtotalPrice, totalTax, totalDiscount } = stored(changes).body;
  return { totalPrice, subtotalPrice, totalTax, totalDiscount };
}

const vat = { tax_lines: [taxOf(19)] };
const gross = { is_tax_inclusive: true, ...vat };

/** What an order costs by Medusa's rules: nothing is rounded before the end. */
const TOTALS: [string, Json, ReturnType<typeof totalsOf>][] = [
  ["no tax", {}, { totalPrice: 20, subtotalPrice: 20, totalTax: 0, totalDiscount: 0 }],
  [
    "tax on top, with fractions of a cent",
    { items: [itemOf("a", 1, 10.5, vat), itemOf("b", 3, 0.99, vat)] },
    { totalPrice: 16.03, subtotalPrice: 13.47, totalTax: 2.5593, totalDiscount: 0 },
  ],
  [
    "tax that the price includes",
    { items: [itemOf("a", 3, 19.99, gross)] },
    { totalPrice: 59.97, subtotalPrice: 50.39, totalTax: 9.57504202, totalDiscount: 0 },
  ],
  [
    "a discount before tax, and one after it",
    {
      items: [
        itemOf("a", 1, 11.9, { ...gross, adjustments: [adjustmentOf(1)] }),
        itemOf("b", 1, 11.9, { ...gross, adjustments: [adjustmentOf(1.19, { is_tax_inclusive: true })] }),
      ],
    },
    { totalPrice: 21.42, subtotalPrice: 18, totalTax: 3.42, totalDiscount: 2.38 },
  ],
  [
    "prices of which only some include tax",
    { items: [itemOf("a", 3, 19.99, gross), itemOf("b", 1, 10, vat)] },
    { totalPrice: 71.87, subtotalPrice: 60.39, totalTax: 11.47504201, totalDiscount: 0 },
  ],
  [
    "a third of a discount on each of three lines",
    {
      items: ["a", "b", "c"].map((id) =>
        itemOf(id, 1, 10, { adjustments: [adjustmentOf(3.3333333333333335)] }),
      ),
    },
    { totalPrice: 20, subtotalPrice: 20, totalTax: 0, totalDiscount: 9.99999999 },
  ],
  [
    "two taxes on one line",
    { items: [itemOf("a", 1, 100, { tax_lines: [taxOf(5, "gst"), taxOf(9.975, "qst")] })] },
    { totalPrice: 114.98, subtotalPrice: 100, totalTax: 14.975, totalDiscount: 0 },
  ],
  [
    "shipping with tax and a discount",
    { shipping_methods: [shippingOf("s", 10, { ...vat, adjustments: [adjustmentOf(5)] })] },
    { totalPrice: 25.95, subtotalPrice: 20, totalTax: 0.95, totalDiscount: 0 },
  ],
  [
    "a currency without decimals",
    { currency_code: "jpy", items: [itemOf("a", 3, 1_000, { ...gross, tax_lines: [taxOf(10)] })] },
    { totalPrice: 3_000, subtotalPrice: 2_727, totalTax: 272.72727273, totalDiscount: 0 },
  ],
  [
    "a currency with three decimals",
    { currency_code: "kwd", items: [itemOf("a", 1, 1.005, { tax_lines: [taxOf(5)] })] },
    { totalPrice: 1.055, subtotalPrice: 1.005, totalTax: 0.05025, totalDiscount: 0 },
  ],
  [
    "an order of millions",
    { currency_code: "vnd", items: [itemOf("a", 7, 123_456_789, { ...gross, tax_lines: [taxOf(10)] })] },
    { totalPrice: 864_197_523, subtotalPrice: 785_634_112, totalTax: 78_563_411.18182, totalDiscount: 0 },
  ],
  [
    "a gift card, and a refund that Medusa wrote a credit line for",
    {
      credit_lines: [
        creditOf("c1", 5, "gift-card", "gc_1"),
        creditOf("c2", 3, "payment_collection", "pay_col_1"),
      ],
      payment_collections: [collectionOf(paymentOf("pay_1", 15, [refundOf("ref_1", 3)]))],
    },
    { totalPrice: 15, subtotalPrice: 15, totalTax: 0, totalDiscount: 5 },
  ],
  [
    "a gift card that pays a part, where prices include tax",
    { items: [itemOf("a", 2, 11.9, gross)], credit_lines: [creditOf("c1", 10, "gift-card", "gc_1")] },
    { totalPrice: 13.8, subtotalPrice: 10, totalTax: 3.8, totalDiscount: 10 },
  ],
  [
    "a gift card that pays for the goods and a part of the tax on top of them",
    { items: [itemOf("a", 1, 10, vat)], credit_lines: [creditOf("c1", 11, "gift-card", "gc_1")] },
    { totalPrice: 0.9, subtotalPrice: 0, totalTax: 0.9, totalDiscount: 11 },
  ],
  [
    "a gift card that pays for all: goods, shipping, and the tax of both",
    {
      items: [itemOf("a", 1, 10, vat), itemOf("b", 2, 3.33, { tax_lines: [taxOf(7)] })],
      shipping_methods: [shippingOf("s", 5, vat)],
      credit_lines: [creditOf("c1", 20, "gift-card", "gc_1"), creditOf("c2", 4.9762, "store-credit", "sc_1")],
    },
    { totalPrice: 0, subtotalPrice: 0, totalTax: 0, totalDiscount: 24.9762 },
  ],
  [
    "a bundle of several pieces of inventory, with a discount",
    {
      items: [
        itemOf("set", 2, 49.9, {
          ...{ ...gross, adjustments: [adjustmentOf(10)] },
          variant: {
            inventory_items: [
              { inventory_item_id: "shirt", required_quantity: 1 },
              { inventory_item_id: "socks", required_quantity: 3 },
            ],
          },
        }),
      ],
    },
    { totalPrice: 87.9, subtotalPrice: 73.87, totalTax: 14.03445378, totalDiscount: 11.9 },
  ],
  [
    "a line of its own, without a product, and a gift card that is sold without tax",
    {
      items: [
        itemOf("engraving", 1, 7.5, { ...vat, product_id: null, variant_id: null, variant_sku: null }),
        itemOf("card", 1, 50, { is_giftcard: true }),
      ],
    },
    { totalPrice: 58.93, subtotalPrice: 57.5, totalTax: 1.425, totalDiscount: 0 },
  ],
  [
    "a line that an edit has removed",
    { items: [itemOf("a", 1, 10), itemOf("b", 0, 99)] },
    { totalPrice: 10, subtotalPrice: 10, totalTax: 0, totalDiscount: 0 },
  ],
  [
    "the shipping of a return",
    { shipping_methods: [shippingOf("s", 7, { detail: { return_id: "return_1" } })] },
    { totalPrice: 20, subtotalPrice: 20, totalTax: 0, totalDiscount: 0 },
  ],
];

describe("An order of Medusa", () => {
  test.each(TOTALS)("costs what Medusa says: %s", (_, changes, totals) => {
    expect(totalsOf(changes)).toEqual(totals);
  });

  test("can return what didn't come back to Medusa itself, nor was written off", () => {
    const detail = { return_received_quantity: 1, return_requested_quantity: 1, written_off_quantity: 1 };
    const ours = {
      ...{ id: "return_1", status: "received", canceled_at: null, metadata: { aftersale_change: "rst_1" } },
      items: [{ item_id: "a", quantity: 1, received_quantity: 1 }],
    };
    const returnable = (changes: Json) =>
      mapOrder(medusaOrder("order_1", changes)).lineItems.map(({ returnableQuantity }) => returnableQuantity);
    const items = [itemOf("a", 5, 10, { detail }), itemOf("b", 2, 10)];
    expect(returnable({ items })).toEqual([2, undefined]);
    expect(returnable({ items, returns: [ours] })).toEqual([3, undefined]);
    expect(returnable({ items, returns: [{ ...ours, metadata: null }] })).toEqual([2, undefined]);
    const shipped = [itemOf("a", 5, 10, { detail: { shipped_quantity: 2 } }), itemOf("b", 2, 10)];
    expect(
      returnable({ items: shipped, status: "canceled", canceled_at: "2026-03-02T00:00:00.000Z" }),
    ).toEqual([2, 0]);
  });

  test("has the parcels that left, with their numbers", () => {
    const parcel = (id: string, changes: Json) => ({
      ...{ id, location_id: "sloc_1", shipped_at: null, delivered_at: null, canceled_at: null },
      ...{ items: [{ line_item_id: "ordli_1", quantity: 1 }], labels: [], ...changes },
    });
    const [shipped, delivered] = ["2026-03-02T09:00:00.000Z", "2026-03-04T09:00:00.000Z"];
    const labels = [{ tracking_number: "T-1", tracking_url: "", label_url: "" }, { tracking_number: "T-2" }];
    const { parcels } = stored({
      fulfillments: [
        parcel("ful_packed", {}),
        parcel("ful_cancelled", { shipped_at: shipped, canceled_at: delivered }),
        parcel("ful_sent", { shipped_at: shipped, labels }),
        parcel("ful_there", { shipped_at: shipped, delivered_at: delivered }),
      ],
    });
    const lineItems = [{ id: "ordli_1", quantity: 1 }];
    const sent = { lineItems, trackingCompany: null, fulfilledAt: new Date(shipped) };
    expect(parcels).toEqual([
      { id: "ful_sent", ...sent, trackingNumber: "T-1", deliveredAt: null },
      { id: "ful_there", ...sent, trackingNumber: null, deliveredAt: new Date(delivered) },
    ]);
  });

  test("counts a bundle in a parcel once, and not its pieces", () => {
    const bundle = {
      inventory_items: [
        { inventory_item_id: "shirt", required_quantity: 1 },
        { inventory_item_id: "socks", required_quantity: 3 },
      ],
    };
    const items = [
      { line_item_id: "set", inventory_item_id: "shirt", quantity: 2 },
      { line_item_id: "set", inventory_item_id: "socks", quantity: 6 },
      { line_item_id: "hat", quantity: 1 },
    ];
    const fulfillment = { id: "ful_1", shipped_at: "2026-03-02T09:00:00.000Z", items };
    const { parcels } = stored({
      items: [itemOf("set", 2, 40, { variant: bundle }), itemOf("hat", 1, 5)],
      fulfillments: [fulfillment],
    });
    expect(parcels?.map(({ lineItems }) => lineItems)).toEqual([
      [
        { id: "set", quantity: 2 },
        { id: "hat", quantity: 1 },
      ],
    ]);
  });

  test("has its person, addresses, refunds and the time of its last change anywhere", () => {
    const later = "2026-03-05T10:00:00.000Z";
    const refund = refundOf("ref_1", 2.5, { note: "Late", updated_at: later });
    const { body, updatedAt } = stored({
      payment_collections: [collectionOf(paymentOf("pay_1", 20, [refund]))],
    });
    expect(updatedAt).toEqual(new Date(later));
    expect(body.customer).toEqual({
      ...{ id: "cus_1", email: "ada@example.test", phoneNumber: "+12015550123" },
      ...{ firstName: "Ada", lastName: "Byron" },
    });
    const address = {
      address1: "1 Road",
      city: "Berkeley",
      province: "CA",
      country: "US",
      postalCode: "94704",
    };
    expect([body.shipping?.address, body.billingAddress]).toEqual([address, address]);
    expect(body.refunds).toMatchObject([
      {
        id: "ref_1",
        note: "Late",
        orderLevelRefunds: [{ amountSet: { presentmentMoney: { amount: "2.5" } } }],
      },
    ]);
  });

  test.each([
    ["a price below zero", { items: [itemOf("a", 1, -1)] }, "/items/0/unit_price"],
    ["half a piece", { items: [itemOf("a", 1, 1), itemOf("b", 0.5, 1)] }, "/items/1/quantity"],
    ["no currency", { currency_code: null }, "/currency_code"],
  ])("is refused for %s, which is named", (_, changes, pointer) => {
    const refused = () => mapOrder(medusaOrder("order_1", changes as Json));
    expect(refused).toThrow(Problem);
    try {
      refused();
    } catch (error) {
      expect((error as Problem).parts).toMatchObject({ status: 400, errors: [{ pointer }] });
    }
  });
});
