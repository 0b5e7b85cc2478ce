import { expect, test } from "bun:test";
import { parseExactJson } from "../../../src/core/http/body/exact-json.ts";
import { mapOrder as mapMedusa } from "../../../src/features/connectors/medusa/map-order.ts";
import { mapOrder as mapShopify } from "../../../src/features/connectors/shopify/map-order.ts";
import { mapOrder as mapWoo } from "../../../src/features/connectors/woocommerce/map-order.ts";
import { orderFromShop } from "../../../src/features/orders/upsert/from-shop.ts";
import type { ShopOrder } from "../../../src/features/orders/upsert/schema.ts";
import { Problem } from "../../../src/lib/problem.ts";

const AT = "2026-03-01T10:00:00Z";
const WOO_AT = "2026-03-01T10:00:00";

const SHOPIFY = {
  ...{ id: 1, created_at: AT, updated_at: AT, currency: "EUR", total_price: "20.00", total_tax: "0" },
  line_items: [{ id: 1, title: "T", quantity: 2, price: "10.00", tax_lines: [{ price: "0" }] }],
  shipping_lines: [{ price: "0" }],
  fulfillments: [{ id: 1, created_at: AT, line_items: [{ id: 1, quantity: 1 }] }],
  refunds: [
    {
      ...{ id: 1, created_at: AT, transactions: [{ kind: "refund", status: "success", amount: "1.00" }] },
      refund_line_items: [{ line_item_id: 1, quantity: 1, subtotal: "10" }],
    },
  ],
};

const WOO = {
  ...{ id: 1, status: "completed", currency: "EUR", total: "20", total_tax: "0", discount_total: "0" },
  ...{ date_created_gmt: WOO_AT, date_modified_gmt: WOO_AT, date_completed_gmt: WOO_AT },
  ...{ prices_include_tax: false, customer_id: 1, billing: { email: "ada@example.com", phone: "1" } },
  line_items: [
    {
      ...{ id: 1, name: "T", product_id: 1, variation_id: 0, quantity: 2, price: 10 },
      ...{ subtotal: "20", subtotal_tax: "0", total: "20", total_tax: "0", taxes: [{ total: "0" }] },
    },
  ],
  fee_lines: [{ id: 3, name: "F", total: "0", total_tax: "0" }],
  shipping_lines: [{ id: 4, total: "0", total_tax: "0" }],
  refunds: [
    {
      ...{ id: 9, amount: "1", reason: "x" },
      line_items: [
        {
          ...{ id: 5, quantity: -1, total: "-1", total_tax: "0" },
          meta_data: [{ key: "_refunded_item_id", value: "1" }],
        },
      ],
    },
  ],
  meta_data: [
    {
      key: "_wc_shipment_tracking_items",
      value: [
        {
          ...{ tracking_number: "x", tracking_id: "t", date_shipped: "1772496000" },
          products_list: [{ item_id: 1, qty: 1 }],
        },
      ],
    },
  ],
};

const MEDUSA = {
  ...{ id: "order_1", status: "pending", currency_code: "eur", email: "ada@example.com", total: 20 },
  ...{ created_at: AT, updated_at: AT, shipping_methods: [{ id: "s", amount: 1 }] },
  items: [
    {
      ...{ id: "i1", title: "T", quantity: 2, unit_price: 10, raw_unit_price: { value: "10" } },
      ...{ tax_lines: [{ rate: 19 }], adjustments: [{ id: "a", amount: 1 }] },
      detail: { shipped_quantity: 1, return_requested_quantity: 0 },
    },
  ],
  credit_lines: [{ id: "c", amount: 1 }],
  fulfillments: [{ id: "f", shipped_at: AT, items: [{ line_item_id: "i1", quantity: 1 }] }],
  payment_collections: [
    {
      id: "p",
      payments: [
        {
          ...{ id: "pp", amount: 20, captures: [{ id: "k", amount: 20 }] },
          refunds: [{ id: "r", amount: 1, created_at: AT }],
        },
      ],
    },
  ],
  returns: [{ id: "ret", items: [{ item_id: "i1", quantity: 1 }] }],
};

/** As they may stand in a file. */
const VALUES = [
  ...["1e309", "-1e309", "1e300", "-5", "0.5", "1e-7", "99999999999999999999999", "1e15"],
  ...["null", "true", "[]", "{}", '""', '"abc"', '"1e309"', '"1e+900000000"', '"1e-900000000"', '"-0"'],
  ...['"1,5"', '" 5 "', '"0x10"', '"Infinity"', '"__proto__"', '"\\u0000"', '"\\ud800"'],
  ...['"0000-00-00T00:00:00"', '"9999-12-31T23:59:59-23:59"'],
];
const MARK = "put here";

/** Yields a file with the mark in each of its places. */
function* marked(value: unknown): Generator<unknown> {
  yield MARK;
  if (typeof value !== "object" || value === null) return;
  for (const [name, each] of Object.entries(value)) {
    for (const changed of marked(each)) {
      yield Array.isArray(value) ? value.with(Number(name), changed) : { ...value, [name]: changed };
    }
  }
}

test.each<[string, object, (json: unknown) => ShopOrder]>([
  ["Shopify", SHOPIFY, mapShopify],
  ["WooCommerce", WOO, mapWoo],
  ["Medusa", MEDUSA, mapMedusa],
])(
  "whatever stands in an order of %s in place of a value: it is read or refused, and why",
  async (_, file, mapOrder) => {
    expect(orderFromShop(mapOrder(file)).body.totalPrice).toBeGreaterThan(0);
    const others: string[] = [];
    for (const place of marked(file)) {
      const text = JSON.stringify(place);
      for (const value of VALUES) {
        const json = await parseExactJson(text.replace(`"${MARK}"`, () => value));
        try {
          orderFromShop(mapOrder(json));
        } catch (error) {
          if (!(error instanceof Problem)) others.push(`${value}: ${error} in ${text}`);
        }
      }
    }
    expect(others).toEqual([]);
  },
);
