import type { Cells, Figures, OrderFile, Style } from "./order-files.ts";

const ORDER = { Name: "#1001", Email: "ada@example.com", "Created at": "2026-03-01 10:00:00 -0500" };
let count = 0;

/** Returns a line: how many, the price of a piece, and what else its row has. */
function line(quantity: number, price: string | number, more: Cells = {}): Cells {
  return {
    "Lineitem quantity": quantity,
    "Lineitem name": `Product ${++count}`,
    "Lineitem price": price,
    "Lineitem sku": `SKU-${count}`,
    ...more,
  };
}

/** Returns a file of one order, of which the first row has what is the order's. */
function file(name: string, order: Cells, lines: Cells[], figures: Figures, style?: Style): OrderFile {
  const first = { ...ORDER, Currency: "USD", Id: String(++count), ...order };
  const rows = lines.map((each, i) => ({
    ...(i === 0 ? first : { Name: first.Name, Email: first.Email }),
    ...each,
  }));
  return { name, rows, figures, ...(style && { style }) };
}

/** The sums of an order: subtotal, shipping, taxes, total, and the discount. */
function sums(subtotal: string, shipping: string, taxes: string, total: string, discount = "0.00"): Cells {
  return { Subtotal: subtotal, Shipping: shipping, Taxes: taxes, Total: total, "Discount Amount": discount };
}

/** Orders as Shopify exports them. */
export const SHOPIFY_FILES: OrderFile[] = [
  file("taxes on top", sums("40.00", "5.00", "4.50", "49.50"), [line(2, "20.00")], {
    total: "49.50",
    tax: "4.50",
    subtotal: "40.00",
    goods: "44.00",
  }),
  file("taxes in the prices", sums("23.80", "5.95", "4.75", "29.75"), [line(2, "11.90")], {
    total: "29.75",
    tax: "4.75",
    subtotal: "20.00",
    goods: "23.80",
  }),
  file("taxes in the prices, and a tip", sums("23.80", "5.95", "4.75", "31.75"), [line(2, "11.90")], {
    total: "31.75",
    tax: "4.75",
    subtotal: "20.00",
    goods: "23.80",
  }),
  file(
    "taxes in the prices, and duties",
    { ...sums("23.80", "5.95", "4.75", "41.75"), Duties: "12.00" },
    [line(2, "11.90")],
    { total: "41.75", tax: "4.75", subtotal: "20.00", goods: "23.80" },
  ),
  file("taxes on top, rounded for cash", sums("40.00", "5.00", "4.52", "49.50"), [line(2, "20.00")], {
    total: "49.50",
    tax: "4.52",
    subtotal: "40.00",
    goods: "44.02",
  }),
  file("no tax", sums("12.00", "0.00", "0.00", "12.00"), [line(1, "12.00")], {
    total: "12.00",
    tax: "0.00",
    subtotal: "12.00",
    goods: "12.00",
  }),
  file(
    "a discount of a line",
    sums("35.00", "0.00", "0.00", "35.00", "5.00"),
    [line(2, "10.00", { "Lineitem discount": "5.00" }), line(1, "20.00")],
    { total: "35.00", subtotal: "35.00", discount: "5.00", goods: "35.00" },
  ),
  file(
    "a discount of the order that can't be divided",
    sums("27.00", "0.00", "0.00", "27.00", "2.97"),
    [line(3, "9.99")],
    { total: "27.00", subtotal: "27.00", discount: "2.97", goods: "27.00" },
  ),
  file(
    "discounts of a line and of the order",
    sums("31.50", "0.00", "0.00", "31.50", "8.50"),
    [line(2, "10.00", { "Lineitem discount": "5.00" }), line(1, "20.00")],
    { total: "31.50", subtotal: "31.50", discount: "8.50", goods: "31.50" },
  ),
  file(
    "free shipping by a code, with the price of the shipping",
    sums("20.00", "5.00", "0.00", "20.00", "5.00"),
    [line(1, "20.00")],
    { total: "20.00", subtotal: "20.00", discount: "0.00", goods: "20.00" },
  ),
  file(
    "free shipping by a code, without a price",
    sums("20.00", "0.00", "1.60", "21.60", "5.00"),
    [line(1, "20.00")],
    { total: "21.60", tax: "1.60", subtotal: "20.00", discount: "0.00", goods: "21.60" },
  ),
  file(
    "free shipping and taxes in the prices",
    sums("11.90", "5.95", "1.90", "11.90", "5.95"),
    [line(1, "11.90")],
    { total: "11.90", tax: "1.90", subtotal: "10.00", discount: "0.00", goods: "11.90" },
  ),
  file(
    "a bundle, whose parts cost nothing",
    sums("30.00", "0.00", "0.00", "30.00"),
    [line(1, "30.00"), line(1, "0.00"), line(2, "0.00")],
    { total: "30.00", subtotal: "30.00", goods: "30.00" },
  ),
  file(
    "a gift card among the lines",
    sums("75.00", "0.00", "2.00", "77.00"),
    [line(1, "25.00"), line(1, "50.00", { "Lineitem requires shipping": "false" })],
    { total: "77.00", tax: "2.00", subtotal: "75.00", goods: "77.00" },
  ),
  file(
    "paid by a gift card",
    { ...sums("25.00", "0.00", "0.00", "25.00"), "Payment Method": "gift_card" },
    [line(1, "25.00")],
    { total: "25.00", subtotal: "25.00", goods: "25.00" },
  ),
  file(
    "refunded in part",
    { ...sums("40.00", "5.00", "0.00", "45.00"), "Refunded Amount": "12.34" },
    [line(2, "20.00")],
    { total: "45.00", subtotal: "40.00", refunded: "12.34", goods: "32.66" },
  ),
  file(
    "refunded and cancelled",
    {
      ...sums("40.00", "5.00", "0.00", "45.00"),
      "Refunded Amount": "45.00",
      "Cancelled at": "2026-03-02 10:00:00 -0500",
    },
    [line(2, "20.00")],
    { total: "45.00", subtotal: "40.00", refunded: "45.00", goods: "0.00" },
  ),
  file(
    "a currency without decimals",
    { ...sums("3000", "500", "318", "3500"), Currency: "JPY" },
    [line(3, "1000")],
    { total: "3500", tax: "318", subtotal: "2727", goods: "3000", currency: "JPY" },
  ),
  file(
    "a currency of three decimals",
    { ...sums("10.125", "0.000", "0.506", "10.631"), Currency: "KWD" },
    [line(1, "10.125")],
    { total: "10.631", tax: "0.506", subtotal: "10.125", goods: "10.631", currency: "KWD" },
  ),
  file(
    "custom lines without a SKU, of one name",
    sums("30.00", "0.00", "0.00", "30.00"),
    [10, 20].map((price) => line(1, price, { "Lineitem name": "Engraving", "Lineitem sku": "" })),
    { total: "30.00", subtotal: "30.00", goods: "30.00", lines: ["Engraving", "Engraving-2"] },
  ),
  file(
    "a SKU three times",
    sums("30.00", "0.00", "0.00", "30.00"),
    [1, 2, 3].map(() => line(1, "10.00", { "Lineitem sku": "TEE" })),
    { total: "30.00", subtotal: "30.00", goods: "30.00", lines: ["TEE", "TEE-2", "TEE-3"] },
  ),
  file(
    "edited: a line was removed",
    sums("20.00", "0.00", "0.00", "20.00"),
    [line(1, "20.00"), line(0, "15.00")],
    { total: "20.00", subtotal: "20.00", goods: "20.00" },
  ),
  file(
    "edited: a line was added at a higher price",
    sums("45.00", "5.00", "0.00", "50.00"),
    [line(1, "20.00"), line(1, "25.00")],
    { total: "50.00", subtotal: "45.00", goods: "45.00" },
  ),
  file(
    "a spreadsheet's decimal commas",
    sums("40,00", "5,00", "4,50", "49,50"),
    [line(2, "20,00")],
    { total: "49.50", tax: "4.50", subtotal: "40.00", goods: "44.00" },
    { delimiter: ";", end: "\r\n" },
  ),
  file("thousands apart", sums("2,469.00", "0.00", "0.00", "2,469.00"), [line(2, "1,234.50")], {
    total: "2469.00",
    subtotal: "2469.00",
    goods: "2469.00",
  }),
  file(
    "a mark, CRLF, and quotes around everything",
    sums("12.00", "0.00", "0.00", "12.00"),
    [line(1, "12.00")],
    { total: "12.00", subtotal: "12.00", goods: "12.00" },
    { mark: "\ufeff", end: "\r\n", quotes: "all" },
  ),
  file(
    "notes of several lines, with quotes",
    { ...sums("12.00", "0.00", "0.00", "12.00"), Notes: 'Leave it\nat "the" door,\n\nplease' },
    [line(1, "12.00"), line(1, "0.00")],
    { total: "12.00", subtotal: "12.00", goods: "12.00" },
  ),
  file(
    "several taxes",
    {
      ...sums("100.00", "0.00", "14.98", "114.98"),
      "Tax 1 Name": "GST 5%",
      "Tax 1 Value": "5.00",
      "Tax 2 Name": "QST 9.975%",
      "Tax 2 Value": "9.98",
    },
    [line(1, "100.00")],
    { total: "114.98", tax: "14.98", subtotal: "100.00", goods: "114.98" },
  ),
  file("all of it free by a discount", sums("0.00", "0.00", "0.00", "0.00", "19.99"), [line(1, "19.99")], {
    total: "0.00",
    subtotal: "0.00",
    discount: "19.99",
    goods: "0.00",
  }),
  file("goods free, shipping paid", sums("0.00", "5.00", "0.00", "5.00", "20.00"), [line(1, "20.00")], {
    total: "5.00",
    subtotal: "0.00",
    discount: "20.00",
    goods: "0.00",
  }),
  file(
    "a tip among the lines",
    sums("53.00", "0.00", "4.00", "57.00"),
    [line(1, "50.00"), line(1, "3.00", { "Lineitem name": "Tip", "Lineitem sku": "" })],
    { total: "57.00", tax: "4.00", subtotal: "53.00", goods: "57.00" },
  ),
  file(
    "taxes in the prices, and a discount",
    sums("21.42", "0.00", "3.42", "21.42", "2.38"),
    [line(2, "11.90")],
    { total: "21.42", tax: "3.42", subtotal: "18.00", discount: "2.38", goods: "21.42" },
  ),
  file(
    "many cheap pieces, whose tax is rounded",
    sums("9.90", "0.00", "0.87", "10.77"),
    [line(7, "0.99"), line(3, "0.99")],
    { total: "10.77", tax: "0.87", subtotal: "9.90", goods: "10.77" },
  ),
  file(
    "no currency and no id: the store's, and the name",
    { ...sums("12.00", "0.00", "0.00", "12.00"), Currency: "", Id: "", Name: "#A 31" },
    [line(1, "12.00")],
    { total: "12.00", subtotal: "12.00", goods: "12.00", currency: "USD" },
  ),
];
