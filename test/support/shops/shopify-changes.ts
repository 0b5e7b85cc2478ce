import type { Json } from "../orders.ts";
import { shopifyFile } from "./shopify-file.ts";
import type { ShopifyCase } from "./shopify-orders.ts";

/** The orders as Shopify sends them that were edited, cancelled or refunded. */
export function changedOrders(): ShopifyCase[] {
  return [...editedOrders(), ...refundedOrders()];
}

function editedOrders(): ShopifyCase[] {
  const { line, shipping, order, refund, refundLine, transaction, adjustment } = shopifyFile("USD");
  const { fulfillment } = shopifyFile("USD");
  const eur = shopifyFile("EUR");
  const tee = (more: Json = {}) => line("Tee", { price: "20.00", quantity: 3, tax: ["4.80"], ...more });
  const removed = tee({ current_quantity: 2 });
  const coat = line("Coat", { price: "100.00", tax: ["8.00"], current_quantity: 0 });
  const mug = eur.line("Mug", {
    price: "11.90",
    quantity: 4,
    off: ["4.76"],
    tax: ["6.84"],
    current_quantity: 1,
  });
  const sent = tee({ current_quantity: 2 });
  const all = line("Cap", { price: "10.00", current_quantity: 0 });
  return [
    {
      name: "a line that was added by an edit",
      file: order(
        [tee(), line("Socks", { price: "5.00", tax: ["0.40"] })],
        { total: "70.20", tax: "5.20" },
        { total_outstanding: "5.40" },
      ),
    },
    {
      name: "a unit that was removed by an edit",
      file: order(
        [removed],
        { total: "64.80", tax: "4.80", current: "43.20" },
        {
          refunds: [refund([], [refundLine(removed, 1, "20.00", "1.60", "cancel")])],
        },
      ),
      edited: { tax: "3.20" },
    },
    {
      name: "units that were removed by two edits, tax included, with their share of a discount",
      file: eur.order(
        [mug],
        { total: "42.84", tax: "6.84", current: "10.71" },
        {
          taxes_included: true,
          refunds: [
            eur.refund([], [eur.refundLine(mug, 1, "10.71", "1.71")]),
            eur.refund([], [eur.refundLine(mug, 2, "21.42", "3.42")]),
          ],
        },
      ),
      edited: { tax: "1.71" },
    },
    {
      name: "a line that was removed, and then paid back",
      file: order(
        [tee(), coat],
        { total: "172.80", tax: "12.80", current: "64.80" },
        {
          refunds: [
            refund([], [refundLine(coat, 1, "100.00", "8.00", "cancel")], {
              order_adjustments: [adjustment("refund_discrepancy", "108.00")],
            }),
            refund([transaction("108.00")], [], {
              order_adjustments: [adjustment("refund_discrepancy", "-108.00")],
            }),
          ],
        },
      ),
      edited: { tax: "4.80" },
    },
    {
      name: "a file whose total doesn't count what was removed",
      file: order(
        [tee(), coat],
        { total: "64.80", tax: "4.80" },
        { refunds: [refund([], [refundLine(coat, 1, "100.00", "8.00")])] },
      ),
      edited: { tax: "4.80" },
    },
    {
      name: "shipping that was removed by an edit",
      file: order(
        [tee()],
        { total: "64.80", tax: "4.80" },
        {
          shipping_lines: [
            shipping({ price: "9.00", is_removed: true }),
            shipping({ price: "0.00", title: "Pickup" }),
          ],
        },
      ),
    },
    {
      name: "removed shipping that the total still counts",
      file: order(
        [tee()],
        { total: "73.80", tax: "4.80", current: "64.80" },
        { shipping_lines: [shipping({ price: "9.00", is_removed: true })] },
      ),
      edited: { tax: "4.80" },
    },
    {
      name: "a unit that came back without money, which isn't an edit",
      file: order(
        [sent],
        { total: "64.80", tax: "4.80" },
        {
          fulfillments: [fulfillment([[sent, 3]])],
          refunds: [refund([], [refundLine(sent, 1, "20.00", "1.60", "return")])],
        },
      ),
    },
    {
      name: "an edit that left nothing",
      file: order(
        [all],
        { total: "10.00" },
        { refunds: [refund([], [refundLine(all, 1, "10.00", "0.00", "cancel")])] },
      ),
    },
  ];
}

function refundedOrders(): ShopifyCase[] {
  const { set, line, shipping, order, refund, refundLine, transaction, adjustment } = shopifyFile("USD");
  const eur = shopifyFile("EUR");
  const many = shopifyFile("EUR", "USD", 1.25);
  const tee = line("Tee", { price: "20.00", quantity: 3, off: ["6.00"], tax: ["4.32"], current_quantity: 2 });
  const teeTotal = { total: "63.32", tax: "4.32" };
  const shipped = { shipping_lines: [shipping({ price: "5.00" })] };
  const mug = eur.line("Mug", { price: "11.90", quantity: 2, tax: ["3.80"], current_quantity: 1 });
  const cap = many.line("Cap", { price: "10.00", quantity: 2, tax: ["4.00"], current_quantity: 1 });
  const coat = line("Coat", { price: "200.00", current_quantity: 0 });
  const one = refundLine(tee, 1, "18.00", "1.44", "return");
  return [
    {
      name: "a refund of a unit with its tax",
      file: order(
        [tee],
        { ...teeTotal, current: "43.88" },
        { ...shipped, refunds: [refund([transaction("19.44")], [one])] },
      ),
    },
    {
      name: "a refund of a unit and of shipping",
      file: order(
        [tee],
        { ...teeTotal, current: "38.88" },
        {
          ...shipped,
          refunds: [
            refund([transaction("24.44")], [one], {
              refund_shipping_lines: [
                { id: 1, subtotal_amount_set: set("5.00"), tax_amount_set: set("0.00") },
              ],
            }),
          ],
        },
      ),
    },
    {
      name: "a refund of shipping as an adjustment, tax included",
      file: eur.order(
        [mug],
        { total: "28.70", tax: "4.58", current: "11.90" },
        {
          taxes_included: true,
          shipping_lines: [eur.shipping({ price: "4.90", tax: ["0.78"] })],
          refunds: [
            eur.refund([eur.transaction("16.80")], [eur.refundLine(mug, 1, "11.90", "1.90")], {
              order_adjustments: [eur.adjustment("shipping_refund", "-4.12", "-0.78")],
            }),
          ],
        },
      ),
    },
    {
      name: "a refund of less than its lines",
      file: order(
        [tee],
        { ...teeTotal, current: "53.32" },
        {
          ...shipped,
          refunds: [
            refund([transaction("10.00")], [one], {
              order_adjustments: [adjustment("refund_discrepancy", "9.44")],
            }),
          ],
        },
      ),
    },
    {
      name: "a refund of an amount without lines",
      file: order(
        [tee],
        { ...teeTotal, current: "58.32" },
        {
          ...shipped,
          refunds: [
            refund([transaction("5.00")], [], {
              note: "Sorry",
              order_adjustments: [adjustment("refund_discrepancy", "-5.00")],
            }),
          ],
        },
      ),
    },
    {
      name: "refunds to two payments, of which one waits and one has failed",
      file: order(
        [tee],
        { ...teeTotal, current: "43.88" },
        {
          ...shipped,
          refunds: [
            refund(
              [transaction("9.44"), transaction("10.00", "pending"), transaction("10.00", "failure")],
              [one],
            ),
          ],
        },
      ),
    },
    {
      name: "a refund in another currency than the shop's",
      file: many.order(
        [cap],
        { total: "24.00", tax: "4.00", current: "12.00" },
        {
          refunds: [
            many.refund([many.transaction("12.00")], [many.refundLine(cap, 1, "10.00", "2.00", "return")]),
          ],
        },
      ),
    },
    {
      name: "a refund whose transaction is in the shop's currency",
      file: many.order(
        [cap],
        { total: "24.00", tax: "4.00", current: "13.00" },
        {
          refunds: [
            many.refund(
              [{ ...many.transaction("13.75"), currency: "USD" }],
              [many.refundLine(cap, 1, "10.00", "2.00", "return")],
              { order_adjustments: [many.adjustment("refund_discrepancy", "1.00")] },
            ),
          ],
        },
      ),
    },
    {
      name: "a cancelled order of which nothing was paid",
      file: order(
        [coat],
        { total: "200.00", current: "0.00" },
        {
          ...{ cancelled_at: "2026-03-02T10:00:00+01:00", cancel_reason: "inventory" },
          refunds: [
            refund(
              [transaction("200.00", "success", "void")],
              [refundLine(coat, 1, "200.00", "0.00", "cancel")],
            ),
          ],
        },
      ),
      unpaid: true,
    },
    {
      name: "a cancelled order that was paid back",
      file: order(
        [coat],
        { total: "200.00", current: "0.00" },
        {
          ...{ cancelled_at: "2026-03-02T10:00:00+01:00", cancel_reason: "customer" },
          refunds: [refund([transaction("200.00")], [refundLine(coat, 1, "200.00", "0.00", "cancel")])],
        },
      ),
    },
  ];
}
