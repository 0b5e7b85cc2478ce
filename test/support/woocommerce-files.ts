import type { Cells, Figures, OrderFile, Style } from "./order-files.ts";

let count = 0;

/** Sums of an order, which both plugins have. */
type Sums = {
  total: string;
  tax?: string;
  shipping?: string;
  subtotal?: string;
  discount?: string;
  refunded?: string;
};

/** Returns a file of the plugin with titles: a row for each line, of which each has what is the order's. */
function titled(name: string, sums: Sums, lines: Cells[], figures: Figures, style?: Style): OrderFile {
  const order = {
    "Order Number": String(++count),
    ...{ "Order Status": "Completed", "Order Date": "2026-03-01 10:00", Currency: "EUR" },
    ...{ "First Name (Billing)": "Ada", "Email (Billing)": "ada@example.com" },
    ...{ "Order Shipping Amount": sums.shipping ?? "0.00", "Order Total Amount": sums.total },
    ...(sums.tax && { "Order Total Tax Amount": sums.tax }),
    ...(sums.subtotal && { "Order Subtotal Amount": sums.subtotal }),
    ...(sums.discount && { "Cart Discount Amount": sums.discount }),
    ...(sums.refunded && { "Order Refund Amount": sums.refunded }),
  };
  return { name, rows: lines.map((line) => ({ ...order, ...line })), figures, ...(style && { style }) };
}

function item(quantity: number, cost: string, more: Cells = {}): Cells {
  return {
    SKU: `SKU-${++count}`,
    "Item Name": `Product ${count}`,
    "Quantity (- Refund)": quantity,
    "Item Cost": cost,
    ...more,
  };
}

function ofOrder(sums: Sums, more: Cells = {}): Cells {
  return {
    order_id: String(++count),
    ...{ order_date: "2026-03-01 10:00:00", status: "completed", order_currency: "EUR" },
    ...{ billing_email: "ada@example.com", order_total: sums.total, shipping_total: sums.shipping ?? "0.00" },
    ...(sums.tax && { tax_total: sums.tax }),
    ...(sums.discount && { discount_total: sums.discount }),
    ...(sums.refunded && { refunded_total: sums.refunded }),
    ...more,
  };
}

type Item = {
  name?: string;
  quantity: number;
  subtotal: string;
  total: string;
  tax?: string;
  refunded?: number;
};

/** Returns the lines of an order as one column. */
function listed(items: Item[]): string {
  return items
    .map(({ quantity, subtotal, total, tax = "0.00", refunded = 0, name = `Product ${++count}` }) =>
      [
        `id:${++count}`,
        `name:${name}`,
        `product_id:${count}`,
        `sku:S${count}`,
        `quantity:${quantity}`,
        `subtotal:${subtotal}`,
        "subtotal_tax:0.00",
        `total:${total}`,
        `total_tax:${tax}`,
        "refunded:0.00",
        `refunded_qty:${refunded === 0 ? 0 : -refunded}`,
        "meta:Color=Red,Size=M",
      ].join("|"),
    )
    .join(";");
}

/** Returns a file of the plugins with names of fields, with a row for each order. */
function perOrder(name: string, sums: Sums, items: Item[], figures: Figures, more: Cells = {}): OrderFile {
  return { name, rows: [ofOrder(sums, { line_items: listed(items), ...more })], figures };
}

/** Returns a file of them with a row for each line. */
function perLine(name: string, sums: Sums, items: Item[], figures: Figures, more: Cells = {}): OrderFile {
  const order = ofOrder(sums, more);
  const rows = items.map(({ quantity, subtotal, total, tax = "0.00", refunded }) => ({
    ...order,
    ...{
      item_id: ++count,
      item_product_id: 7,
      item_name: `Product ${count}`,
      item_sku: `S${count}`,
      item_quantity: quantity,
    },
    ...{ item_subtotal: subtotal, item_subtotal_tax: "0.00", item_total: total, item_total_tax: tax },
    ...{ item_refunded_qty: refunded ?? "" },
  }));
  return { name, rows, figures };
}

/** Returns a file whose orders have a column for each line. */
function perColumn(name: string, sums: Sums, items: Item[], figures: Figures, more: Cells = {}): OrderFile {
  const columns = items.map(({ quantity, subtotal, total, tax, name: title = `Product ${++count}` }, i) => [
    `line_item_${i + 1}`,
    [
      `name:${title}`,
      `product_id:${++count}`,
      `sku:S${count}`,
      `quantity:${quantity}`,
      `total:${total}`,
      `sub_total:${subtotal}`,
      ...(tax ? [`tax:${tax}`] : []),
      'tax_data:a:1:{s:5:"total";a:0:{}}',
    ].join("|"),
  ]);
  return { name, rows: [ofOrder(sums, { ...Object.fromEntries(columns), ...more })], figures };
}

/** Orders as the export plugins of WooCommerce write them. */
export const WOOCOMMERCE_FILES: OrderFile[] = [
  titled(
    "titled: taxes of the order",
    { total: "53.55", tax: "8.55", shipping: "5.00", subtotal: "40.00" },
    [item(2, "20.00")],
    { total: "53.55", tax: "8.55", subtotal: "40.00", goods: "47.60" },
  ),
  titled("titled: no tax", { total: "12.00", subtotal: "12.00" }, [item(1, "12.00")], {
    total: "12.00",
    subtotal: "12.00",
    goods: "12.00",
  }),
  titled(
    "titled: a discount, of which the prices are left",
    { total: "36.00", subtotal: "40.00", discount: "4.00" },
    [item(2, "9.00"), item(1, "18.00")],
    { total: "36.00", subtotal: "36.00", discount: "4.00", goods: "36.00" },
  ),
  titled(
    "titled: a price of a piece that was rounded",
    { total: "10.00", subtotal: "10.00" },
    [item(3, "3.33")],
    { total: "10.00", subtotal: "10.00", goods: "10.00" },
  ),
  titled(
    "titled: a rounded price and a discount",
    { total: "9.00", subtotal: "10.00", discount: "1.00" },
    [item(7, "1.29")],
    { total: "9.00", subtotal: "9.00", discount: "1.00", goods: "9.00" },
  ),
  titled(
    "titled: exact amounts of the lines",
    { total: "11.31", tax: "1.81", subtotal: "10.00", discount: "0.50" },
    [
      {
        ...item(3, "3.17"),
        "Order Line Subtotal": "10.00",
        "Order Line (w/o tax)": "9.50",
        "Order Line Tax": "1.81",
      },
    ],
    { total: "11.31", tax: "1.81", subtotal: "9.50", discount: "0.50", goods: "11.31" },
  ),
  titled(
    "titled: a discount of each line",
    { total: "35.00", subtotal: "40.00", discount: "5.00" },
    [
      item(2, "7.50", { "Item Discount Amount": "5.00" }),
      item(1, "20.00", { "Item Discount Amount": "0.00" }),
    ],
    { total: "35.00", subtotal: "35.00", discount: "5.00", goods: "35.00" },
  ),
  titled(
    "titled: prices before the discount",
    { total: "35.00", subtotal: "40.00", discount: "5.00" },
    [
      item(2, "7.50", { "Item Cost Before Discount": "10.00" }),
      item(1, "20.00", { "Item Cost Before Discount": "20.00" }),
    ],
    { total: "35.00", subtotal: "35.00", discount: "5.00", goods: "35.00" },
  ),
  titled(
    "titled: refunded in part, with the pieces that are left",
    { total: "40.00", subtotal: "40.00", refunded: "20.00" },
    [item(1, "20.00")],
    { total: "40.00", subtotal: "20.00", refunded: "20.00", goods: "20.00" },
  ),
  titled(
    "titled: refunded whole, as only the status says",
    { total: "12.00", subtotal: "12.00" },
    [item(1, "12.00", { "Order Status": "Refunded" })],
    { total: "12.00", subtotal: "12.00", refunded: "12.00", goods: "0.00" },
  ),
  titled(
    "titled: a bundle, whose parts cost nothing",
    { total: "30.00", subtotal: "30.00" },
    [item(1, "30.00"), item(2, "0.00")],
    { total: "30.00", subtotal: "30.00", goods: "30.00" },
  ),
  titled(
    "titled: decimal commas and thousands",
    { total: "2.469,00", subtotal: "2.469,00" },
    [item(2, "1.234,50")],
    { total: "2469.00", subtotal: "2469.00", goods: "2469.00" },
    { delimiter: ";" },
  ),
  titled(
    "titled: amounts with a symbol",
    { total: "1 234,50 €", subtotal: "1 234,50 €" },
    [item(1, "1 234,50 €")],
    { total: "1234.50", subtotal: "1234.50", goods: "1234.50" },
    { end: "\r\n", mark: "\ufeff" },
  ),
  titled(
    "titled: a fee beside the lines",
    { total: "14.00", subtotal: "12.00" },
    [item(1, "12.00", { "Order Total Fee": "2.00" })],
    { total: "14.00", subtotal: "14.00", goods: "12.00" },
  ),
  titled(
    "titled: a further coupon has a row of its own",
    { total: "8.00", subtotal: "10.00", discount: "2.00" },
    [item(1, "8.00", { "Coupon Code": "a" }), { "Coupon Code": "b" }],
    { total: "8.00", subtotal: "8.00", discount: "2.00", goods: "8.00" },
  ),
  titled(
    "titled: lines of one SKU",
    { total: "20.00", subtotal: "20.00" },
    [item(1, "10.00", { SKU: "TEE" }), item(1, "10.00", { SKU: "TEE" })],
    { total: "20.00", subtotal: "20.00", goods: "20.00", lines: ["TEE", "TEE-2"] },
  ),
  titled(
    "titled: a currency without decimals",
    { total: "3300", tax: "300", subtotal: "3000" },
    [item(3, "1000", { Currency: "JPY" })],
    { total: "3300", tax: "300", subtotal: "3000", goods: "3300", currency: "JPY" },
  ),
  perOrder(
    "per order: taxes of lines and shipping",
    { total: "29.75", tax: "4.75", shipping: "5.00" },
    [{ quantity: 2, subtotal: "20.00", total: "20.00", tax: "3.80" }],
    { total: "29.75", tax: "4.75", subtotal: "20.00", goods: "23.80" },
    { shipping_tax_total: "0.95" },
  ),
  perOrder(
    "per order: a discount",
    { total: "21.42", tax: "3.42", discount: "2.00" },
    [{ quantity: 2, subtotal: "20.00", total: "18.00", tax: "3.42" }],
    { total: "21.42", tax: "3.42", subtotal: "18.00", discount: "2.00", goods: "21.42" },
  ),
  perOrder(
    "per order: pieces that can't be divided",
    { total: "10.00" },
    [{ quantity: 3, subtotal: "10.00", total: "10.00" }],
    { total: "10.00", subtotal: "10.00", goods: "10.00" },
  ),
  perOrder(
    "per order: bars and semicolons in names",
    { total: "30.00" },
    [
      { quantity: 1, subtotal: "10.00", total: "10.00", name: "Tee | blue; S" },
      { quantity: 1, subtotal: "20.00", total: "20.00" },
    ],
    { total: "30.00", subtotal: "30.00", goods: "30.00" },
  ),
  perOrder(
    "per order: a fee with tax",
    { total: "13.09", tax: "2.09" },
    [{ quantity: 1, subtotal: "10.00", total: "10.00", tax: "1.90" }],
    { total: "13.09", tax: "2.09", subtotal: "11.00", goods: "11.90" },
    { fee_total: "1.00", fee_tax_total: "0.19" },
  ),
  perOrder(
    "per order: a fee below zero",
    { total: "8.00" },
    [{ quantity: 1, subtotal: "10.00", total: "10.00" }],
    { total: "8.00", subtotal: "8.00", discount: "2.00", goods: "8.00" },
    { fee_total: "-2.00" },
  ),
  perOrder(
    "per order: refunds that are listed",
    { total: "40.00", refunded: "15.00" },
    [{ quantity: 2, subtotal: "40.00", total: "40.00" }],
    { total: "40.00", subtotal: "40.00", refunded: "15.00", goods: "25.00" },
    {
      refunds:
        "id:71|date:2026-03-02 10:00:00|amount:10.00|reason:Torn;id:72|date:2026-03-03 10:00:00|amount:5.00|reason:",
    },
  ),
  perOrder(
    "per order: pieces that were refunded",
    { total: "40.00", refunded: "20.00" },
    [{ quantity: 2, subtotal: "40.00", total: "40.00", refunded: 1 }],
    { total: "40.00", subtotal: "40.00", refunded: "20.00", goods: "20.00" },
  ),
  perOrder(
    "per order: paid by a gift card in part",
    { total: "25.00" },
    [{ quantity: 1, subtotal: "40.00", total: "40.00" }],
    { total: "25.00", subtotal: "40.00", goods: "25.00" },
  ),
  perLine(
    "per line: taxes of lines",
    { total: "35.70", tax: "5.70" },
    [
      { quantity: 2, subtotal: "20.00", total: "20.00", tax: "3.80" },
      { quantity: 1, subtotal: "10.00", total: "10.00", tax: "1.90" },
    ],
    { total: "35.70", tax: "5.70", subtotal: "30.00", goods: "35.70" },
  ),
  perLine(
    "per line: amounts of many decimals",
    { total: "10.00", tax: "1.60" },
    [{ quantity: 3, subtotal: "8.4033613445", total: "8.4033613445", tax: "1.5966386555" }],
    { total: "10.00", tax: "1.60", subtotal: "8.40", goods: "10.00" },
  ),
  perLine(
    "per line: a discount of one line",
    { total: "25.00", discount: "5.00" },
    [
      { quantity: 2, subtotal: "20.00", total: "15.00" },
      { quantity: 1, subtotal: "10.00", total: "10.00" },
    ],
    { total: "25.00", subtotal: "25.00", discount: "5.00", goods: "25.00" },
  ),
  perLine(
    "per line: refunded pieces",
    { total: "30.00", refunded: "-10.00" },
    [{ quantity: 3, subtotal: "30.00", total: "30.00", refunded: -1 }],
    { total: "30.00", subtotal: "30.00", refunded: "10.00", goods: "20.00" },
  ),
  perColumn(
    "per column: two lines with tax",
    { total: "35.70", tax: "5.70" },
    [
      { quantity: 2, subtotal: "20.00", total: "20.00", tax: "3.80" },
      { quantity: 1, subtotal: "10.00", total: "10.00", tax: "1.90" },
    ],
    { total: "35.70", tax: "5.70", subtotal: "30.00", goods: "35.70" },
  ),
  perColumn(
    "per column: a discount, and a name with a bar",
    { total: "18.00", discount: "2.00" },
    [{ name: "Tee | blue: S", quantity: 1, subtotal: "20.00", total: "18.00" }],
    { total: "18.00", subtotal: "18.00", discount: "2.00", goods: "18.00" },
    { refund_items: "" },
  ),
];
