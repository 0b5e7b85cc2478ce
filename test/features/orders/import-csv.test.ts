import { expect, test } from "bun:test";
import { parseAmount } from "../../../src/features/orders/imports/csv/amounts.ts";
import { createDateParser } from "../../../src/features/orders/imports/csv/dates.ts";
import { storedLines } from "../../../src/features/orders/imports/csv/lines.ts";
import { importOrderFile } from "../../../src/features/orders/imports/import-file.ts";
import type { Order } from "../../../src/features/orders/schema.ts";
import type { ReturnPreview } from "../../../src/features/returns/create/preview-schema.ts";
import { heldBy } from "../../support/event-loop.ts";
import { type Cells, csvOf, type OrderFile } from "../../support/order-files.ts";
import { ORDERS } from "../../support/orders.ts";
import { answerOf } from "../../support/returns.ts";
import type { TestStore } from "../../support/service.ts";
import { SHOPIFY_FILES } from "../../support/shopify-files.ts";
import { useService } from "../../support/use-service.ts";
import { WOOCOMMERCE_FILES } from "../../support/woocommerce-files.ts";

const service = useService();

const FILES = { shopify: SHOPIFY_FILES, woocommerce: WOOCOMMERCE_FILES };

/** Imports a file as the command does, and returns what it prints. */
async function imported(of: TestStore, text: string | Uint8Array<ArrayBuffer>) {
  const lines: string[] = [];
  const { errors, ...result } = await importOrderFile(of.ctx, of.id, {
    open: () => new Blob([text]).stream(),
    format: undefined,
    onProgress: () => {},
    onFault: (line) => lines.push(line),
  });
  expect(errors.length).toBe(lines.length);
  return { ...result, lines };
}

const idOf = (row: Record<string, string | number> | undefined) =>
  String(row?.Id || row?.Name || row?.order_id || row?.["Order Number"]);

/** Returns the figures of an order as the service has them, and what a return of all that is left refunds. */
async function figuresOf(
  of: TestStore,
  orderId: string,
  { tax, discount, refunded, lines, currency }: OrderFile["figures"],
) {
  const order = (await answerOf(of.get(`${ORDERS}/${encodeURIComponent(orderId)}`))).body as Order;
  const preview = async (items?: object[]) =>
    (
      await answerOf(
        of.post("/stores/:store/returns/preview", {
          data: { externalOrderId: orderId, ...(items && { items }) },
        }),
      )
    ).body as ReturnPreview;
  const left = (await preview()).lines.filter(({ returnable }) => returnable > 0);
  const all = await preview(left.map(({ lineItemId, returnable }) => ({ lineItemId, quantity: returnable })));
  const { amount } = all.totals.refund.amount;
  const digits = amount.split(".")[1]?.length ?? 0;
  const text = (value: number | null | undefined) => (value ?? 0).toFixed(digits);
  const paid = (order.refunds ?? []).flatMap(({ orderLevelRefunds }) =>
    (orderLevelRefunds ?? []).map(({ amountSet }) => Number(amountSet.presentmentMoney.amount)),
  );
  return {
    ...{ total: text(order.totalPrice), subtotal: text(order.subtotalPrice), goods: amount },
    ...(tax !== undefined && { tax: text(order.totalTax) }),
    ...(discount !== undefined && { discount: text(order.totalDiscount) }),
    ...(refunded !== undefined && { refunded: text(paid.reduce((sum, each) => sum + each, 0)) }),
    ...(lines && { lines: order.lineItems.map(({ id }) => id) }),
    ...(currency !== undefined && { currency: order.currencyCode }),
  };
}

for (const format of ["shopify", "woocommerce"] as const) {
  const files = FILES[format];
  test(`the figures of ${files.length} orders are those of their ${format} files, to the smallest unit`, async () => {
    const store = await service.newStore();
    const found: Record<string, unknown> = {};
    for (const { name, rows, style } of files) {
      const result = await imported(store, csvOf(rows, style));
      expect([name, result]).toEqual([
        name,
        { format, orders: 1, created: 1, updated: 0, unchanged: 0, broken: 0, lines: [] },
      ]);
    }
    for (const { name, rows, figures } of files) found[name] = await figuresOf(store, idOf(rows[0]), figures);
    expect(found).toEqual(Object.fromEntries(files.map(({ name, figures }) => [name, figures])));
    for (const { name, rows, style } of files) {
      expect([name, await imported(store, csvOf(rows, style))]).toEqual([
        name,
        { format, orders: 1, created: 0, updated: 0, unchanged: 1, broken: 0, lines: [] },
      ]);
    }
  });
}

const HEADER = "Name,Created at,Currency,Total,Lineitem quantity,Lineitem name,Lineitem price\n";
const AT = "2026-03-01 10:00:00 +0100";

test("an order with a broken row is left out whole, and each fault has its line, column and reason", async () => {
  const own = await service.newStore();
  const file = `${HEADER}1,${AT},EUR,30.00,1,Tee,10.00
1,,,,two,Mug,free
1,,,,1,Cap,10.00
2,${AT},EUR,10.00,1,Tee,10.00
3,${AT},EUR,10.00,1,Tee
4,yesterday,EUR,10.00,1,Tee,10.00
5,${AT},EUR,,1,Tee,10.00
5.12E+12,${AT},EUR,10.00,1,Tee,10.00
6,${AT},XXQ,10.00,1,Tee,10.00
7,${AT},EUR,20.00,1,Tee,10.00
7,,,,1,"Tee,10.00
8,${AT},EUR,10.00,1,Tee,-10.00
2,${AT},EUR,10.00,1,Tee,10.00
`;
  const { lines, ...counts } = await imported(own, file);
  expect(counts).toMatchObject({ orders: 10, created: 1, broken: 9 });
  expect(lines).toEqual([
    "line 3, Lineitem quantity: Lineitem quantity must be a whole number.",
    "line 3, Lineitem price: Lineitem price must be an amount, such as 1234.50.",
    "line 6: The line has 6 fields where the header has 7.",
    "line 7, Created at: Created at must be a date and time, such as 2026-03-01 10:00:00.",
    "line 8, Total: Total is missing.",
    "line 9, Name: Name was shortened by a spreadsheet.",
    expect.stringMatching(/^line 10: .*currency/i),
    "line 12: A quoted field is not closed.",
    "line 13, Lineitem price: Lineitem price is negative.",
    "line 14: The order of line 5 is repeated.",
  ]);
  expect((await answerOf(own.get(ORDERS))).body).toMatchObject({ orders: [{ orderId: "2" }] });
});

/** The lines of an order in a plugin's export, of which each names the order and its sums. */
const LINES_HEADER = "order_id,order_date,order_currency,order_total,item_name,item_quantity,item_total\n";
const lineOf = (id: string | number, name: string, rest = "1,10.00") =>
  `${id},2026-03-01 10:00:00,EUR,20.00,${name},${rest}\n`;

const DEDUCTED =
  "order_id,order_date,order_currency,order_total,tax_total,fee_total,fee_tax_total,item_id,item_name,item_quantity,item_total,item_total_tax\n";
const deductedRow = (fee: string, line: string) => `1,2026-03-01 10:00:00,EUR,108.00,18.00,${fee},${line}\n`;

test.each([
  ["a line", "0.00,0.00", deductedRow("0.00,0.00", "13,Apology,1,-10.00,-2.00")],
  ["a fee", "-10.00,-2.00", ""],
])("%s below zero is taken off the order with its tax, as the connector does", async (_, fee, further) => {
  const own = await service.newStore();
  const rows = [deductedRow(fee, "11,Coat,1,60.00,12.00"), further, deductedRow(fee, "12,Hat,1,40.00,8.00")];
  expect(await imported(own, DEDUCTED + rows.join(""))).toMatchObject({ created: 1, lines: [] });
  const preview = async (lineItemId: string) => {
    const data = { externalOrderId: "1", items: [{ lineItemId, quantity: 1 }] };
    const { body } = await answerOf(own.post("/stores/:store/returns/preview", { data }));
    return (body as ReturnPreview).totals.refund.amount.amount;
  };
  expect([await preview("11"), await preview("12")]).toEqual(["64.80", "43.20"]);
  const order = (await answerOf(own.get(`${ORDERS}/1`))).body;
  expect(order).toMatchObject({ totalPrice: 108, totalTax: 18, subtotalPrice: 90, totalDiscount: 10 });
});

test("an order whose rows don't follow one another is left out whole, however far apart they are", async () => {
  const own = await service.newStore();
  const others = Array.from({ length: 300 }, (_, i) => lineOf(1000 + i, "Tee", "2,20.00")).join("");
  const file = `${LINES_HEADER}${lineOf(1, "Tee")}${lineOf(2, "Tee")}${lineOf(1, "Mug")}${lineOf(2, "Mug")}
${lineOf(3, "Tee")}${others}${lineOf(3, "Mug")}${lineOf(4, "Tee")}${lineOf(4, "Mug")}${lineOf(3, "Cap")}`;
  const { lines, ...counts } = await imported(own, file);
  expect(counts).toMatchObject({ orders: 304, created: 301, broken: 3 });
  const apart = (again: number) =>
    `order_id: The order comes again in line ${again}, behind other orders: sort the file by order_id.`;
  expect(lines).toEqual([`line 2, ${apart(4)}`, `line 3, ${apart(5)}`, `line 7, ${apart(308)}`]);
  for (const id of [1, 2, 3]) expect((await own.get(`${ORDERS}/${id}`)).status).toBe(404);
  expect((await answerOf(own.get(`${ORDERS}/4`))).body).toMatchObject({
    lineItems: [{ title: "Tee" }, { title: "Mug" }],
  });
});

test("the row with what is the order's may stand behind its others, and once alone", async () => {
  const own = await service.newStore();
  const head = (name: string, title: string) => `${name},${AT},EUR,20.00,1,${title},10.00\n`;
  const tail = (name: string, title: string) => `${name},,,,1,${title},10.00\n`;
  const file = `${HEADER}${tail("1", "Mug")}${head("1", "Tee")}${head("2", "Tee")}${head("2", "Tee")}${tail("2", "Mug")}
${tail("3", "Mug")}${head("4", "Tee")}${tail("4", "Mug")}${head("3", "Tee")}`;
  const { lines, ...counts } = await imported(own, file);
  expect(counts).toMatchObject({ orders: 4, created: 2, broken: 2 });
  expect(lines).toEqual([
    "line 5: The row of line 4 is repeated.",
    "line 8, Name: The order comes again in line 11, behind other orders: sort the file by Name.",
  ]);
  expect((await answerOf(own.get(`${ORDERS}/1`))).body).toMatchObject({
    ...{ totalPrice: 20, lineItems: [{ title: "Tee" }, { title: "Mug" }] },
  });
});

test("an order whose last rows are cut off with the file's end is left out, as far as its figures tell", async () => {
  const own = await service.newStore();
  const shopify = `Subtotal,${HEADER}80.00,1,${AT},EUR,80.00,1,Tee,50.00\n,1,,,,1,Mug,50.00
60.00,2,${AT},EUR,60.00,1,Tee,50.00\n,2,,,,1,Mug,10.00\n`;
  const lastOf = (orderId: string, columns: Cells, costs: string[]) =>
    costs.map((cost, i) => ({
      ...{ order_id: orderId, order_date: "2026-03-01", item_id: i + 1, item_name: "Tee" },
      ...{ item_quantity: 1, item_total: cost, order_total: "35.00", ...columns },
    }));
  const bySubtotal = csvOf(lastOf("3", { order_subtotal: "30.00" }, ["10.00", "20.00"]));
  const taxes = { tax_total: "3.00", shipping_total: "2.00" };
  const byTotal = csvOf(lastOf("4", taxes, ["10.00", "20.00"]));
  const cut = (file: string) => file.slice(0, file.trimEnd().lastIndexOf("\n") + 1);
  const ends = "the file may end in the middle of the order.";
  for (const [file, lines] of [
    [
      shopify,
      [`line 4, Subtotal: The order's lines cost 50.00 EUR, and they cost at least 60.00 EUR: ${ends}`],
    ],
    [
      bySubtotal,
      [`line 2, order_subtotal: The order's lines cost 10.00 USD, and they cost at least 30.00 USD: ${ends}`],
    ],
    [
      byTotal,
      [`line 2, order_total: The order's lines cost 10.00 USD, and they cost at least 30.00 USD: ${ends}`],
    ],
  ] as const) {
    expect(await imported(own, cut(file))).toMatchObject({ broken: 1, lines });
    expect(await imported(own, file)).toMatchObject({
      broken: 0,
      created: 1,
      lines: [],
    });
  }
});

test("a row that can't be read breaks each order that it may be of, so that none is stored in part", async () => {
  const own = await service.newStore();
  const unclear = (line: number) => `Line ${line}, which can't be read, may be of this order.`;
  const file = `${LINES_HEADER}${lineOf(1, "Tee", "2,20.00")}${lineOf(2, '"Tee')}${lineOf(2, "Mug")}
"3${lineOf("", "Tee")}${lineOf(3, "Mug")}${lineOf(4, "Tee", "2,20.00")},,,,,,
5,2026-03-01 10:00:00,EUR,20.00,Mug
of tin,1,10.00
${lineOf(5, "Tee")}`;
  const { lines, ...counts } = await imported(own, file);
  expect(lines).toEqual([
    "line 3: A quoted field is not closed.",
    "line 6: A quoted field is not closed.",
    `line 7: ${unclear(6)}`,
    "line 10, order_id: The order comes again in line 12, behind other orders: sort the file by order_id.",
    "line 10: The line has 5 fields where the header has 7.",
    "line 11: The line has 3 fields where the header has 7.",
  ]);
  expect(counts).toMatchObject({ created: 2, broken: 4 });
});

test("a file without one of its quotes or line ends stores no order in part", async () => {
  const cells = `"2026-03-01 10:00:00","EUR","20.00","Tee"`;
  const rows = [
    [`${lineOf(1001, "Tee").trimEnd()}${lineOf(1002, "Tee").trimEnd()}`, ["1000", "1003"]],
    [`1002",${cells},"1","10.00"`, ["1000", "1003"]],
    [`"1002,${cells},"1","10.00"`, ["1003"]],
    [`"1002",${cells.replace('20.00"', "20.00")},"1","10.00"`, ["1003"]],
  ] as const;
  for (const [row, stored] of rows) {
    const own = await service.newStore();
    const whole = (id: number) => lineOf(id, "Tee", "2,20.00");
    const file = `${LINES_HEADER}${whole(1000)}${row}\n${lineOf(1002, "Mug")}${whole(1003)}`;
    const { lines } = await imported(own, file);
    expect(lines).toContain("line 4: Line 3, which can't be read, may be of this order.");
    const list = (await answerOf(own.get(ORDERS))).body as { orders: Order[] };
    expect([row, list.orders.map(({ orderId }) => orderId).sort()]).toEqual([row, [...stored]]);
  }
});

test("an order is left out whole where a row's own key is cut off or can't be read", async () => {
  const own = await service.newStore();
  const cut = `${HEADER}10,${AT},EUR,30.00,1,Tee,10.00\n10,,,,1,Mug,10.00\n1`;
  expect(await imported(own, cut)).toMatchObject({
    ...{ created: 0, broken: 1, lines: ["line 4: The line has 1 fields where the header has 7."] },
  });
  const bytes = new TextEncoder().encode(`${LINES_HEADER}${lineOf(20, "Tee")}${lineOf(20, "Mug")}`);
  bytes[LINES_HEADER.length] = 0xff;
  expect(await imported(own, bytes)).toMatchObject({
    ...{ created: 0, broken: 2 },
    lines: [
      "line 2: The line is not valid UTF-8.",
      "line 3: Line 2, which can't be read, may be of this order.",
    ],
  });
});

test("the rows of an order have one date, total and currency", async () => {
  const own = await service.newStore();
  const file = `${LINES_HEADER}${lineOf(1, "Tee")}${lineOf(1, "Mug").replace("EUR", "USD").replace("20.00", "30.00")}`;
  expect(await imported(own, file)).toMatchObject({
    ...{ orders: 1, broken: 1 },
    lines: [
      "line 3, order_total: order_total is not that of line 2.",
      "line 3, order_currency: order_currency is not that of line 2.",
    ],
  });
});

test("one file may have orders of several currencies, and dates in the time zone of the store's policy", async () => {
  const own = await service.newStore();
  await own.put("/stores/:store/policy", { timeZone: "America/New_York" });
  const rows = ["EUR", "JPY", ""].map((currency, i) => ({
    ...{ order_id: i, order_currency: currency, order_total: "10", item_name: "Tee", item_quantity: 1 },
    ...{
      item_total: "10",
      order_date: ["2026-03-08 01:30:00", "2026-03-08 03:30:00", "2026-07-01"][i] ?? "",
    },
  }));
  expect(await imported(own, csvOf(rows))).toMatchObject({ created: 3, broken: 0 });
  const { orders } = (await answerOf(own.get(ORDERS))).body as { orders: Order[] };
  expect(orders.map(({ currencyCode, createdAt }) => [currencyCode, createdAt])).toEqual([
    ["USD", "2026-07-01T04:00:00.000Z"],
    ["JPY", "2026-03-08T07:30:00.000Z"],
    ["EUR", "2026-03-08T06:30:00.000Z"],
  ]);
});

const STATUSES =
  "processing,wc-completed,Refunded,pending,Pending payment,wc-on-hold,Failed,checkout-draft,Cancelled,wc-shipped,Erledigt";

/** Returns a file of WooCommerce of an order in each of some statuses. */
function fileOfStatuses(statuses: string[], more: Cells = {}) {
  const of = {
    order_date: "2026-03-01 10:00:00",
    order_total: "10.00",
    item_name: "Tee",
    item_total: "10.00",
  };
  return csvOf(statuses.map((status, i) => ({ order_id: i + 1, status, ...of, item_quantity: 1, ...more })));
}

test("an order of WooCommerce comes in once it is paid, as its connector takes it, and others are named", async () => {
  const left = (line: number) =>
    `line ${line}, status: The order is not paid: it is left out until it is, unless the store has it.`;
  const statuses = STATUSES.split(",");
  const [unsaid, unpaid, paid] = [
    await service.newStore(),
    await service.newStore(),
    await service.newStore(),
  ];
  expect(await imported(unsaid, fileOfStatuses(statuses))).toMatchObject({
    ...{ orders: 11, created: 6, broken: 5, lines: [5, 6, 7, 8, 9].map(left) },
  });
  expect(await imported(unpaid, fileOfStatuses(statuses, { paid_date: "" }))).toMatchObject({
    ...{ orders: 11, created: 4, broken: 7, lines: [5, 6, 7, 8, 9, 10, 11].map(left) },
  });
  const dated = fileOfStatuses(statuses, { paid_date: "2026-03-01 10:01:00" });
  expect(await imported(paid, dated)).toMatchObject({ created: 11, broken: 0 });
});

test("an order of WooCommerce that the store has is kept up to date, whatever its status becomes", async () => {
  const own = await service.newStore();
  expect(await imported(own, fileOfStatuses(["processing"]))).toMatchObject({ created: 1, lines: [] });
  expect(await imported(own, fileOfStatuses(["failed", "failed"]))).toMatchObject({
    ...{ created: 0, updated: 1, broken: 1 },
  });
  expect((await answerOf(own.get(`${ORDERS}/1`))).body).toHaveProperty("cancelledAt");
  expect((await answerOf(own.get(`${ORDERS}/2`))).status).toBe(404);
});

test("an order of Shopify comes in whatever its financial status, as its connector takes it", async () => {
  const own = await service.newStore();
  const statuses = ["paid", "pending", "authorized", "voided", "partially_paid", "expired"];
  const rows = statuses.map((status, i) => ({
    ...{ Name: `#${i}`, "Financial Status": status, "Created at": "2026-03-01 10:00:00 +0100" },
    ...{ Total: "10.00", "Lineitem quantity": 1, "Lineitem name": "Tee", "Lineitem price": "10.00" },
  }));
  expect(await imported(own, csvOf(rows))).toMatchObject({ created: 6, lines: [] });
});

test("a cell is an address with the zeros of its postal code, whatever else it begins with", async () => {
  const own = await service.newStore();
  const header = `Shipping Zip,Shipping Street,Fulfilled at,Lineitem fulfillment status,${HEADER}`;
  const file = `${header}'02130,"1 ""Main"" St\r\nFloor 2",${AT},fulfilled,1,${AT},EUR,20.00,2,Tee,10.00\n`;
  expect(await imported(own, file)).toMatchObject({ created: 1, lines: [] });
  expect((await answerOf(own.get(`${ORDERS}/1`))).body).toMatchObject({
    shipping: { address: { postalCode: "02130", address1: '1 "Main" St\r\nFloor 2' } },
    fulfillments: [{ id: "1-fulfilled", lineItems: [{ id: "Tee", quantity: 2 }] }],
  });
});

test("an amount or a quantity that may be of thousands or of decimals is an error, never a guess", async () => {
  const own = await service.newStore();
  const rows = [
    ["EUR", "1,234", "1", "10.00"],
    ["EUR", "1234.00", "1", "1.234"],
    ["JPY", "1.000", "1", "1000"],
    ["KWD", "12.500", "1", "12,500"],
    ["KWD", "12.500", "1", "12.500"],
    ["EUR", "1.234,00", "1,000", "1.234,00"],
    ["EUR", "10.00", "1e3", "10.00"],
    ["EUR", "10.00", "1.5", "10.00"],
    ["EUR", "10.00", "-1", "10.00"],
  ];
  const file = rows.map((cells, i) => {
    const [currency, total, quantity, price] = cells.map((cell) => `"${cell}"`);
    return `${i},${AT},${currency},${total},${quantity},Tee,${price}\n`;
  });
  const unclear = "has thousands or three decimals: write it as 1234.50.";
  expect(await imported(own, HEADER + file.join(""))).toMatchObject({
    ...{ orders: 9, created: 1, broken: 8 },
    lines: [
      `line 2, Total: Total ${unclear}`,
      `line 3, Lineitem price: Lineitem price ${unclear}`,
      `line 4, Total: Total ${unclear}`,
      `line 5, Lineitem price: Lineitem price ${unclear}`,
      ...[7, 8, 9, 10].map(
        (line) => `line ${line}, Lineitem quantity: Lineitem quantity must be a whole number.`,
      ),
    ],
  });
  expect((await answerOf(own.get(`${ORDERS}/4`))).body).toMatchObject({
    ...{ totalPrice: 12.5, lineItems: [{ quantity: 1, price: 12.5 }] },
  });
});

test("lines, taxes and refunds of a column that can't be read are errors, and a line is there once", async () => {
  const own = await service.newStore();
  const columns = { order_date: "2026-03-01", order_total: "10.00", order_currency: "EUR" };
  const item = "id:1|name:Tee|quantity:1|total:10.00";
  const orders: Cells[] = [
    { line_items: `${item}|total_tax:ten` },
    { line_items: item.replace("quantity:1", "quantity:") },
    { line_items: item.replace("quantity:1", "quantity:1e3") },
    { line_items: `${item}|refunded_qty:half` },
    { line_items: item, refunds: "id:7|amount:five" },
    { line_items: item, refunds: "five" },
    { line_items: item, refunds: "five", refunded_total: "1.234" },
    { line_items: item, refunds: "five", refunded_total: "5.00" },
    { line_items: item, refunds: "0" },
    { line_items: item, discount_total: "-4.00" },
    { line_items: `${item}|subtotal:9.00` },
  ];
  const listed = csvOf(orders.map((order, i) => ({ order_id: i, ...columns, ...order })));
  const amounts = "A line of line_items must have a whole quantity, and amounts as its total and tax.";
  const refunds = "refunds must have refunds, such as id:7|amount:9.90.";
  expect(await imported(own, listed)).toMatchObject({
    created: 3,
    lines: [
      ...[2, 3, 4].map((line) => `line ${line}, line_items: ${amounts}`),
      "line 5, line_items: A line of line_items has no whole refunded_qty.",
      ...[6, 7].map((line) => `line ${line}, refunds: ${refunds}`),
      "line 8, refunded_total: refunded_total has thousands or three decimals: write it as 1234.50.",
      "line 11, discount_total: discount_total is negative.",
    ],
  });
  expect((await answerOf(own.get(`${ORDERS}/10`))).body).toMatchObject({ lineItems: [{ price: 10 }] });
  const line = {
    order_id: 1,
    ...columns,
    item_id: 7,
    item_name: "Tee",
    item_quantity: 1,
    item_total: "5.00",
  };
  expect(await imported(own, csvOf([line, line]))).toMatchObject({
    ...{ broken: 1, lines: ["line 3, item_id: The order has a line of this id already."] },
  });
});

test("an apostrophe before an id, a postal code or a phone number is a spreadsheet's, and none of it", async () => {
  const own = await service.newStore();
  const file = `Id,Phone,${HEADER}'5123456789012,'+15555550100,1,${AT},EUR,10.00,1,Tee,10.00\n`;
  expect(await imported(own, file)).toMatchObject({ created: 1, lines: [] });
  expect((await answerOf(own.get(`${ORDERS}/5123456789012`))).body).toMatchObject({
    customer: { phoneNumber: "+15555550100" },
  });
});

test("lines without an id that have one SKU get numbers, however many there are", () => {
  const lines = Array.from({ length: 10_000 }, (_, i) => ({
    ...{ id: undefined, title: "Tee", sku: i === 1 ? "TEE-3" : "TEE" },
    ...{ quantity: 1, worth: 1n, discount: 0n },
  }));
  const ids = storedLines(lines, "EUR").map(({ id }) => id);
  expect(new Set(ids).size).toBe(lines.length);
  expect([...ids.slice(0, 4), ids.at(-1)]).toEqual(["TEE", "TEE-3", "TEE-2", "TEE-4", "TEE-10000"]);
});

test("amounts and dates in the forms of exports and spreadsheets, and nothing else", () => {
  const amounts: [string, number | undefined][] = [
    ["12", 12],
    ["12.5", 12.5],
    ["12,5", 12.5],
    ["1.234", 1.234],
    ["1234,567", 1234.567],
    ["1 234", 1234],
    ["1\u00a0234,500", 1234.5],
    ["-0", 0],
    ["0,125", 0.125],
    ["1,234,567.80", 1234567.8],
    ["1.234.567,80", 1234567.8],
    ["1'234.50", 1234.5],
    ["1 234,50 €", 1234.5],
    ["$12.00", 12],
    ["EUR 12.00", 12],
    ["-3.00", -3],
    ...[
      "",
      "ten",
      ...["1,234", "12,500", "-1,000", "(12.00)", "12 50", "12'5", "1 2 3", "1,234 €"],
      "1,23,4.5",
      "1.2.3",
      "12..5",
      "1,2,3",
      "--1",
      "1e5",
      "NaN",
      "12.",
      ".5",
      "9".repeat(16),
    ].map((text): [string, undefined] => [text, undefined]),
  ];
  const read = amounts.map(([text]) => {
    const amount = parseAmount(text);
    return [text, amount === undefined ? undefined : Number(amount) / 1e10];
  });
  expect(read).toEqual(amounts);
  const parse = createDateParser("Europe/Berlin");
  const dates: [string, string | undefined][] = [
    ["2026-03-01 10:00:00 -0500", "2026-03-01T15:00:00.000Z"],
    ["2026-03-01T10:00:00+01:00", "2026-03-01T09:00:00.000Z"],
    ["2026-03-01 10:00:00 UTC", "2026-03-01T10:00:00.000Z"],
    ["2026/03/01 9:05", "2026-03-01T08:05:00.000Z"],
    ["2026-03-29 01:30:00", "2026-03-29T00:30:00.000Z"],
    ["2026-03-29 03:30:00", "2026-03-29T01:30:00.000Z"],
    ["2026-10-25 12:00:00", "2026-10-25T11:00:00.000Z"],
    ["2016-12-31 23:59:60 UTC", "2017-01-01T00:00:00.000Z"],
    ["2017-01-01 00:59:60", "2017-01-01T00:00:00.000Z"],
    ["2017-01-01T05:29:60.5+05:30", "2017-01-01T00:00:00.000Z"],
    ...["03/01/2026 10:00", "2026-02-30", "2026-03-01 25:00", "yesterday", "2026-03-01 10:00 +2500"].map(
      (text): [string, undefined] => [text, undefined],
    ),
    ["2026-03-01 10:00:60", undefined],
  ];
  expect(dates.map(([text]) => [text, parse(text)])).toEqual(dates);
});

test("lines that can't be read and look alike cost no other store anything", async () => {
  const own = await service.newStore();
  const cell = `${"a".repeat(19_000)}b`;
  const rows = Array.from({ length: 49 }, (_, i) => `${"a".repeat(3 + i)},${cell}\n`);
  const { longestMs } = await heldBy(() => imported(own, `${LINES_HEADER}${rows.join("")}`));
  expect(longestMs).toBeLessThan(150);
});
