import type { Json } from "../orders.ts";
import { shopifyFile } from "./shopify-file.ts";

/** An order as Shopify sends it. `edited`: its tax is now another one than at first. `unpaid`: nothing of it was paid. */
export type ShopifyCase = { name: string; file: Json; edited?: { tax: string }; unpaid?: true };

/** The orders as Shopify sends them: those that were neither edited nor refunded. */
export function plainOrders(): ShopifyCase[] {
  const { set, line, shipping, order, fulfillment } = shopifyFile("USD");
  const eur = shopifyFile("EUR");
  const many = shopifyFile("EUR", "USD", 1.0837);
  const yen = shopifyFile("JPY", "USD", 0.0067);
  const dinar = shopifyFile("KWD");
  const shirt = line("Shirt", { price: "30.00", quantity: 2, tax: ["4.80"] });
  return [
    { name: "one line without tax", file: order([line("Tee", { price: "19.00" })], { total: "19.00" }) },
    {
      name: "tax on top of a line and of shipping",
      file: order(
        [shirt],
        { total: "70.20", tax: "5.20" },
        { shipping_lines: [shipping({ price: "5.00", tax: ["0.40"] })] },
      ),
    },
    {
      name: "prices that include tax",
      file: eur.order(
        [eur.line("Mug", { price: "9.99", quantity: 3, tax: ["4.79"] })],
        { total: "34.87", tax: "5.57" },
        { taxes_included: true, shipping_lines: [eur.shipping({ price: "4.90", tax: ["0.78"] })] },
      ),
    },
    {
      name: "two taxes of a line",
      file: order([line("Lamp", { price: "80.00", tax: ["5.80", "1.20"] })], { total: "87.00", tax: "7.00" }),
    },
    {
      name: "a discount of a line",
      file: order([line("Tee", { price: "20.00", quantity: 3, off: ["6.00"], tax: ["4.32"] })], {
        total: "58.32",
        tax: "4.32",
      }),
    },
    {
      name: "a discount of the order, spread over three lines, beside one of a line",
      file: order(
        [
          line("Tee", { price: "10.00", off: ["3.34"] }),
          line("Cap", { price: "10.00", off: ["1.00", "3.33"] }),
          line("Mug", { price: "10.00", off: ["3.33"] }),
        ],
        { total: "19.00" },
      ),
    },
    {
      name: "a discount of the order where prices include tax",
      file: eur.order(
        [
          eur.line("Tee", { price: "29.90", quantity: 2, off: ["5.98"], tax: ["8.59"] }),
          eur.line("Book", { price: "10.00", off: ["1.00"], tax: ["0.59"] }),
        ],
        { total: "62.82", tax: "9.18" },
        { taxes_included: true },
      ),
    },
    {
      name: "free shipping by a code",
      file: order(
        [line("Tee", { price: "20.00" })],
        { total: "20.00" },
        { shipping_lines: [shipping({ price: "5.00", off: ["5.00"] })] },
      ),
    },
    {
      name: "two shipping lines",
      file: order(
        [line("Sofa", { price: "900.00" })],
        { total: "960.00" },
        {
          shipping_lines: [
            shipping({ price: "50.00" }),
            shipping({ title: "Assembly", price: "15.00", off: ["5.00"] }),
          ],
        },
      ),
    },
    {
      name: "a line for nothing, and one that isn't",
      file: order([line("Tee", { price: "20.00", off: ["20.00"] }), line("Sticker", { price: "0.00" })], {
        total: "0.00",
      }),
    },
    {
      name: "an old file, in the shop's currency only, with discounts as sums",
      file: {
        id: 450789469,
        created_at: "2008-01-10T11:00:00-05:00",
        updated_at: "2008-01-10T11:00:00-05:00",
        currency: "USD",
        email: "bob@example.com",
        line_items: [
          {
            id: 466157049,
            title: "IPod",
            product_id: 632910392,
            variant_id: 39072856,
            sku: "IPOD",
            quantity: 2,
            price: "199.00",
            total_discount: "10.00",
            tax_lines: [{ price: "15.52", rate: 0.04, title: "State tax" }],
          },
        ],
        shipping_lines: [
          { id: 369256396, title: "Free", price: "5.00", discounted_price: "2.50", tax_lines: [] },
        ],
        total_price: "406.02",
        total_tax: "15.52",
        total_discounts: "12.50",
      },
    },
    {
      name: "a customer who paid in another currency than the shop's, with tax on top",
      file: many.order(
        [many.line("Tee", { price: "18.45", quantity: 2, off: ["3.69"], tax: ["6.31"] })],
        { total: "44.42", tax: "7.21" },
        {
          shipping_lines: [many.shipping({ price: "4.00", tax: ["0.90"] })],
          ...{ total_price: "48.14" },
        },
      ),
    },
    {
      name: "a currency without decimals, tax included",
      file: yen.order(
        [yen.line("Fan", { price: "1980", quantity: 3, off: ["594"], tax: ["485"] })],
        { total: "5346", tax: "485" },
        { taxes_included: true },
      ),
    },
    {
      name: "a currency with three decimals",
      file: dinar.order(
        [dinar.line("Oud", { price: "12.345", quantity: 2, off: ["1.235"], tax: ["1.173"] })],
        { total: "24.628", tax: "1.173" },
      ),
    },
    {
      name: "a custom line without a product",
      file: order(
        [line("Engraving", { price: "7.50", product_id: null, variant_id: null, sku: null, tax: ["0.60"] })],
        { total: "8.10", tax: "0.60" },
      ),
    },
    {
      name: "a gift card among the lines, without tax",
      file: order(
        [
          line("Gift card", { price: "50.00", gift_card: true, taxable: false }),
          line("Tee", { price: "20.00", tax: ["1.60"] }),
        ],
        { total: "71.60", tax: "1.60" },
      ),
    },
    {
      name: "one that was paid with a gift card and a card",
      file: order(
        [line("Tee", { price: "20.00", quantity: 2 })],
        { total: "40.00" },
        { payment_gateway_names: ["gift_card", "shopify_payments"], total_outstanding: "0.00" },
      ),
    },
    {
      name: "a tip as a line",
      file: order(
        [
          line("Coffee", { price: "4.50" }),
          line("Tip", {
            price: "1.00",
            product_id: null,
            variant_id: null,
            tip_payment_gateway: null,
            tip_payment_method: null,
          }),
        ],
        { total: "5.50" },
      ),
    },
    {
      name: "a tip that is no line",
      file: order(
        [line("Coffee", { price: "4.50", tax: ["0.36"] })],
        { total: "5.86", tax: "0.36" },
        { total_tip_received: "1.00" },
      ),
    },
    {
      name: "duties with their tax",
      file: order(
        [
          line("Coat", {
            price: "200.00",
            tax: ["40.00"],
            duties: [
              {
                id: 1,
                harmonized_system_code: "620193",
                country_code_of_origin: "CN",
                ...set("24.00"),
                tax_lines: [{ price: "4.80", price_set: set("4.80"), rate: 0.2, title: "VAT" }],
              },
            ],
          }),
        ],
        { total: "268.80", tax: "44.80" },
        { original_total_duties_set: set("24.00"), current_total_duties_set: set("24.00") },
      ),
    },
    {
      name: "an additional fee",
      file: order(
        [line("Tyre", { price: "100.00" })],
        { total: "102.50" },
        { original_total_additional_fees_set: set("2.50") },
      ),
    },
    {
      name: "a bundle, as the lines of its parts with their shares of its price",
      file: order(
        [
          line("Camera", { price: "333.34", tax: ["26.67"] }),
          line("Lens", { price: "133.33", quantity: 2, tax: ["21.33"] }),
          line("Strap", { price: "0.00" }),
        ],
        { total: "648.00", tax: "48.00" },
      ),
    },
    {
      name: "tax that only the order names",
      file: order([line("Tee", { price: "10.00" }), line("Cap", { price: "20.00" })], {
        total: "32.47",
        tax: "2.47",
      }),
    },
    {
      name: "tax that was rounded for the whole order",
      file: order(
        [
          line("Tee", { price: "1.11", tax: ["0.09"] }),
          line("Cap", { price: "1.11", tax: ["0.09"] }),
          line("Mug", { price: "1.11", tax: ["0.09"] }),
        ],
        { total: "3.59", tax: "0.26" },
      ),
    },
    {
      name: "parcels, of which one was called off",
      file: order(
        [shirt],
        { total: "64.80", tax: "4.80" },
        {
          fulfillments: [
            fulfillment([[shirt, 1]], { shipment_status: "delivered" }),
            fulfillment([[shirt, 1]], { status: "cancelled" }),
          ],
        },
      ),
    },
    {
      name: "ids beyond 2^53, as they are read",
      file: order(
        [line("Tee", { price: "19.00", id: "9007199254740993", product_id: "9007199254740995" })],
        { total: "19.00" },
        { id: "820982911946154508" },
      ),
    },
  ];
}
