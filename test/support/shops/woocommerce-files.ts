import type { Json } from "../orders.ts";
import {
  refundedLine,
  taxed,
  trackingMeta,
  wooCoupon,
  wooFee,
  wooLine,
  wooOrder,
  wooRefund,
  wooShipping,
} from "./woocommerce-orders.ts";

/**
 * An order of a shop. Its own totals are what is expected. `deducted`: what is taken off the order beside its discounts; `tax`:
 * the tax, where the total leaves less than `total_tax`.
 */
export type OrderFile = { what: string; file: Json; deducted?: string; tax?: string };

/** One piece at 9.99 with 21 % in it. */
const INCLUSIVE = { price: 8.256198347107439, ...taxed("1.73", "1.733802") };
/** One at 0.99 with 19 % in it. */
const CENTS = { price: 0.831933, ...taxed("0.16", "0.158067") };

const FILES: [what: string, changes: Json, expected?: Pick<OrderFile, "deducted" | "tax">][] = [
  ["one line, no tax", { total: "99.00", line_items: [wooLine(1, 2, "99.00")] }],
  [
    "tax on top of lines and shipping",
    {
      ...{
        total: "124.68",
        total_tax: "20.78",
        cart_tax: "19.80",
        shipping_total: "4.90",
        shipping_tax: "0.98",
      },
      line_items: [wooLine(1, 2, "99.00", taxed("19.80"))],
      shipping_lines: [wooShipping(2, "4.90", taxed("0.98"))],
    },
  ],
  [
    "prices with tax: three pieces in a line",
    {
      ...{ prices_include_tax: true, total: "29.97", total_tax: "5.20", cart_tax: "5.20" },
      line_items: [wooLine(1, 3, "24.77", { price: 8.256198347107439, ...taxed("5.20", "5.201405") })],
    },
  ],
  [
    "prices with tax: three lines, rounded at the subtotal",
    {
      ...{ prices_include_tax: true, total: "29.97", total_tax: "5.20", cart_tax: "5.20" },
      line_items: [1, 2, 3].map((id) => wooLine(id, 1, "8.26", INCLUSIVE)),
    },
  ],
  [
    "prices with tax: three lines, rounded by line",
    {
      ...{ prices_include_tax: true, total: "29.97", total_tax: "5.19", cart_tax: "5.19" },
      line_items: [1, 2, 3].map((id) => wooLine(id, 1, "8.26", INCLUSIVE)),
    },
  ],
  [
    "prices with tax: ten lines, of which no rounded one adds up",
    {
      ...{ prices_include_tax: true, total: "9.90", total_tax: "1.58", cart_tax: "1.58" },
      line_items: Array.from({ length: 10 }, (_, i) => wooLine(i + 1, 1, "0.83", CENTS)),
    },
  ],
  [
    "prices with tax, and shipping with it",
    {
      ...{ prices_include_tax: true, total: "14.99", total_tax: "2.60", cart_tax: "1.73" },
      ...{ shipping_total: "4.13", shipping_tax: "0.87" },
      line_items: [wooLine(1, 1, "8.26", INCLUSIVE)],
      shipping_lines: [wooShipping(2, "4.13", taxed("0.87", "0.867769"))],
    },
  ],
  [
    "a coupon of ten percent",
    {
      ...{
        total: "43.20",
        total_tax: "7.20",
        cart_tax: "7.20",
        discount_total: "4.00",
        discount_tax: "0.80",
      },
      line_items: [wooLine(1, 1, "36.00", { subtotal: "40.00", ...taxed("7.20") })],
      coupon_lines: [wooCoupon(2, "spring10", "4")],
    },
  ],
  [
    "a coupon over three lines",
    {
      ...{ total: "44.99", discount_total: "10.00" },
      line_items: [
        wooLine(1, 1, "16.35", { subtotal: "19.99" }),
        wooLine(2, 2, "4.09", { subtotal: "5.00" }),
        wooLine(3, 1, "24.55", { subtotal: "30.00" }),
      ],
      coupon_lines: [wooCoupon(4, "ten", "10")],
    },
  ],
  [
    "a coupon on prices with tax",
    {
      ...{
        prices_include_tax: true,
        total: "8.99",
        total_tax: "1.56",
        cart_tax: "1.56",
        discount_total: "0.83",
        discount_tax: "0.17",
      },
      line_items: [
        wooLine(1, 1, "7.43", {
          subtotal: "8.26",
          price: 7.430579,
          ...taxed("1.56", "1.560421"),
          subtotal_tax: "1.73",
        }),
      ],
      coupon_lines: [wooCoupon(2, "spring10", "0.83")],
    },
  ],
  [
    "two coupons, one of which ships for nothing",
    {
      ...{ total: "18.00", discount_total: "2.00" },
      line_items: [wooLine(1, 4, "18.00", { subtotal: "20.00" })],
      shipping_lines: [wooShipping(2, "0.00", { method_id: "free_shipping" })],
      coupon_lines: [wooCoupon(3, "two", "2"), wooCoupon(4, "free", "0")],
    },
  ],
  [
    "two taxes",
    {
      ...{ currency: "CAD", total: "114.98", total_tax: "14.98", cart_tax: "14.98" },
      line_items: [wooLine(1, 1, "100.00", taxed("14.98", "5", "9.975"))],
    },
  ],
  [
    "tax on shipping alone",
    {
      ...{ total: "21.00", total_tax: "1.00", shipping_total: "5.00", shipping_tax: "1.00" },
      line_items: [wooLine(1, 1, "15.00")],
      shipping_lines: [wooShipping(2, "5.00", taxed("1.00"))],
    },
  ],
  [
    "shipping of two parcels",
    {
      ...{ total: "30.00", total_tax: "2.00", shipping_total: "8.00", shipping_tax: "1.00" },
      line_items: [wooLine(1, 1, "20.00", taxed("1.00"))],
      shipping_lines: [wooShipping(2, "5.00", taxed("0.60")), wooShipping(3, "3.00", taxed("0.40"))],
    },
  ],
  [
    "a fee",
    {
      ...{ total: "64.20", total_tax: "10.70", cart_tax: "10.70" },
      line_items: [wooLine(1, 1, "50.00", taxed("10.00"))],
      fee_lines: [wooFee(2, "Cash on delivery", "3.50", taxed("0.70"))],
    },
  ],
  [
    "a fee below zero with its tax",
    {
      ...{ total: "108.00", total_tax: "18.00", cart_tax: "18.00" },
      line_items: [wooLine(1, 1, "60.00", taxed("12.00")), wooLine(2, 1, "40.00", taxed("8.00"))],
      fee_lines: [wooFee(3, "Loyalty", "-10.00", taxed("-2.00", "-2"))],
    },
    { deducted: "10.00" },
  ],
  [
    "a fee below zero without tax",
    {
      ...{ total: "115.00", total_tax: "20.00", cart_tax: "20.00" },
      line_items: [wooLine(1, 1, "100.00", taxed("20.00"))],
      fee_lines: [wooFee(2, "Voucher", "-5.00")],
    },
    { deducted: "5.00" },
  ],
  [
    "a gift card for a part",
    {
      ...{ total: "46.00", total_tax: "16.00", cart_tax: "16.00" },
      line_items: [wooLine(1, 1, "80.00", taxed("16.00"))],
      gift_cards: [{ id: 43, code: "ABCD-EFGH", amount: 50 }],
    },
    { deducted: "50.00" },
  ],
  [
    "a gift card for all, tax included",
    {
      ...{ total: "0.00", total_tax: "4.00", cart_tax: "4.00" },
      line_items: [wooLine(1, 1, "20.00", taxed("4.00"))],
      gift_cards: [{ id: 43, code: "ABCD-EFGH", amount: 24 }],
    },
    { deducted: "20.00", tax: "0.00" },
  ],
  [
    "store credit that is taken off the total alone, shipping included",
    {
      ...{
        total: "2.66",
        shipping_total: "5.00",
        meta_data: [{ id: 9, key: "_credit_used", value: "32.34" }],
      },
      line_items: [wooLine(1, 3, "30.00")],
      shipping_lines: [wooShipping(2, "5.00")],
    },
    { deducted: "32.34" },
  ],
  [
    "a gift card that is sold",
    { total: "25.00", line_items: [wooLine(1, 1, "25.00", { name: "Gift card" })] },
  ],
  [
    "yen, without decimals",
    {
      ...{ currency: "JPY", total: "6050", total_tax: "550", shipping_total: "500", shipping_tax: "50" },
      line_items: [wooLine(1, 1, "5000", taxed("500"))],
      shipping_lines: [wooShipping(2, "500", taxed("50"))],
    },
  ],
  [
    "dinars, with three decimals",
    { currency: "KWD", total: "37.035", line_items: [wooLine(1, 3, "37.035")] },
  ],
  [
    "a shop that shows four decimals",
    {
      ...{ prices_include_tax: true, total: "10.9989", total_tax: "1.9089", cart_tax: "1.9089" },
      line_items: [wooLine(1, 1, "9.0900", taxed("1.9089"))],
    },
  ],
  [
    "a shop that shows no decimals",
    {
      ...{ total: "25", total_tax: "4", cart_tax: "4" },
      line_items: [1, 2, 3].map((id) => wooLine(id, 1, "7", { price: 6.95, ...taxed("1", "1.32") })),
    },
  ],
  [
    "rupiah in millions",
    { currency: "IDR", total: "110250000.00", line_items: [wooLine(1, 7, "110250000.00")] },
  ],
  ["ten for three pieces", { total: "10.00", line_items: [wooLine(1, 3, "10.00", { price: 3.3333333333 })] }],
  [
    "a bundle with a price of its own",
    {
      total: "60.00",
      line_items: [
        wooLine(1, 1, "60.00", { name: "Breakfast set", bundled_items: [2, 3] }),
        wooLine(2, 2, "0.00", { bundled_by: 1, bundled_item_title: "Cup" }),
        wooLine(3, 1, "0.00", { bundled_by: 1, bundled_item_title: "Pot" }),
      ],
    },
  ],
  [
    "a bundle of which each product has a price",
    {
      ...{ total: "54.00", discount_total: "6.00" },
      line_items: [
        wooLine(1, 1, "0.00", { bundled_items: [2, 3] }),
        wooLine(2, 2, "22.50", { subtotal: "25.00", bundled_by: 1 }),
        wooLine(3, 1, "31.50", { subtotal: "35.00", bundled_by: 1 }),
      ],
    },
  ],
  [
    "a custom line, and a product that was deleted",
    {
      total: "22.00",
      line_items: [
        wooLine(1, 1, "12.00", { product_id: 0, sku: null, image: undefined, name: "Hemming" }),
        wooLine(2, 1, "10.00", { product_id: 0, sku: null }),
      ],
    },
  ],
  [
    "a custom line below zero, and a removed one",
    {
      total: "35.00",
      line_items: [
        wooLine(1, 1, "50.00"),
        wooLine(2, 1, "-15.00", { product_id: 0, name: "Apology" }),
        wooLine(3, 0, "0.00"),
      ],
    },
    { deducted: "15.00" },
  ],
  [
    "an edited order with a raised price",
    { total: "25.00", line_items: [wooLine(1, 1, "15.00", { subtotal: "10.00" }), wooLine(2, 1, "10.00")] },
  ],
  [
    "an edited order, not recalculated: a line is gone",
    { total: "30.00", line_items: [wooLine(1, 1, "20.00")] },
  ],
  [
    "an edited order, not recalculated: a line is new",
    { total: "20.00", line_items: [wooLine(1, 1, "20.00"), wooLine(2, 1, "4.00")] },
    { deducted: "4.00" },
  ],
  ["goods by weight", { total: "18.75", line_items: [wooLine(1, 1.5, "18.75", { name: "Cheese" })] }],
  [
    "a variation, completed and tracked",
    {
      ...{ status: "completed", date_completed_gmt: "2026-03-03T08:00:00", total: "20.00" },
      ...trackingMeta({
        ...{ tracking_provider: "royal-mail", custom_tracking_provider: "", tracking_number: "AB1GB" },
        ...{ date_shipped: "1772496000", tracking_id: "7f4978c390ee" },
      }),
      line_items: [wooLine(1, 2, "20.00", { variation_id: 77, name: "Shirt - M", parent_name: "Shirt" })],
    },
  ],
  [
    "refunded for a line, as the webhook has it",
    {
      ...{ total: "24.00", total_tax: "4.00", cart_tax: "4.00" },
      line_items: [wooLine(1, 2, "20.00", taxed("4.00"))],
      refunds: [{ id: 90, reason: "Torn", total: "-12.00" }],
    },
  ],
  [
    "refunded for a line, with the refund as it is read",
    {
      ...{ total: "24.00", total_tax: "4.00", cart_tax: "4.00" },
      line_items: [wooLine(1, 2, "20.00", taxed("4.00"))],
      refunds: [wooRefund(90, "12.00", { line_items: [refundedLine(91, 1, 1, "10.00", "2.00")] })],
    },
  ],
  [
    "refunded in full",
    {
      ...{ status: "refunded", total: "24.00", total_tax: "4.00", cart_tax: "4.00" },
      line_items: [wooLine(1, 2, "20.00", taxed("4.00"))],
      refunds: [{ id: 90, reason: "", total: "-24.00" }],
    },
  ],
  ["cancelled", { status: "cancelled", total: "20.00", line_items: [wooLine(1, 2, "20.00")] }],
  ["of a guest, with a large id", { customer_id: 0, total: "20.00", line_items: [wooLine(1, 2, "20.00")] }],
];

/** Order files as shops send them, each with another thing in it. */
export const WOO_FILES: OrderFile[] = FILES.map(([what, changes, expected], i) => {
  const id = what.includes("large id") ? "9007199254740993" : 700 + i;
  return { what, file: wooOrder(id, changes), ...expected };
});
