import { minorDigits } from "../../../../lib/money.ts";
import { omitNullish } from "../../../../lib/omit-nullish.ts";
import { storedNameOf } from "../../order-name.ts";
import type { StoredOrder } from "../../schema.ts";
import type { OrderRecord } from "../entry.ts";
import { numberOf, rounded, sumOf } from "./amounts.ts";
import { exactnessMs } from "./dates.ts";
import type { LayoutOf } from "./layout.ts";
import { type ExportedLine, requireCost, storedLines, worthOfLines } from "./lines.ts";
import { withRefundedLines } from "./refunds.ts";
import {
  orderIdOf,
  type Row,
  type RowReader,
  requireClear,
  requireNotNegative,
  requireSame,
  requireTexts,
  unquoted,
} from "./row-reader.ts";
import { COLUMNS, isListColumn } from "./woocommerce-columns.ts";
import { withoutDeductions } from "./woocommerce-deductions.ts";
import { linesOf } from "./woocommerce-lines.ts";
import { refundsOf } from "./woocommerce-refunds.ts";
import { isUnpaid } from "./woocommerce-status.ts";

const QUANTITY = /^-?\d+(?:[.,]0+)?$/;

const UNPAID = "The order is not paid: it is left out until it is, unless the store has it.";

/** As the connector reads them. */
const CANCELLED = /^(?:wc-)?(?:cancell?ed|failed|trash)$/i;
const REFUNDED = /^(?:wc-)?refunded$/i;

/**
 * Exports of WooCommerce orders by its usual plugins: with a row for each line of an order, or with a row for each order,
 * whose lines are in columns of their own. Prices are without tax.
 */
export const WOOCOMMERCE: LayoutOf = (names, delimiter) => {
  const known = new Map(names.map((name) => [name.toLowerCase(), name]));
  const find = (columns: readonly string[]) => columns.map((name) => known.get(name)).find(Boolean);
  const id = find([...COLUMNS.orderId, ...COLUMNS.orderNumber]);
  const quantity = find([...COLUMNS.quantity, ...COLUMNS.netQuantity]);
  const isPerOrder = names.some((name) => isListColumn(name.toLowerCase()));
  const isPerLine = find(COLUMNS.itemName) !== undefined && quantity !== undefined;
  const missing = [
    ...(id ? [] : ["order_id or Order Number"]),
    ...(find(COLUMNS.date) ? [] : ["order_date or Order Date"]),
    ...(find(COLUMNS.total) ? [] : ["order_total or Order Total Amount"]),
    ...(isPerOrder || isPerLine ? [] : ["line_items, line_item_1, item_name or Item Name with its quantity"]),
  ];
  if (missing.length > 0) return { missing: missing.join(", ") };
  const at = quantity === undefined || isPerOrder ? -1 : names.indexOf(quantity);
  return {
    csv: {
      delimiter,
      width: names.length,
      isRow: (fields) =>
        fields.length === names.length && (at < 0 || QUANTITY.test(fields[at]?.trim() ?? "")),
    },
    names,
    key: isPerLine ? id : undefined,
    kind: "woocommerce",
    mapOrder,
    requireAllRows,
  };
};

function mapOrder(rows: [Row, ...Row[]], reader: RowReader): OrderRecord | undefined {
  const [first] = rows;
  const { text, amount, instant } = reader;
  const orderId = orderIdOf(first, [...COLUMNS.orderId, ...COLUMNS.orderNumber], reader);
  const createdAt = instant(first, ...COLUMNS.date);
  requireTexts(first, [COLUMNS.date, COLUMNS.total], reader);
  requireSame(rows, [COLUMNS.date, COLUMNS.total, COLUMNS.currency], reader);
  const currency = text(first, ...COLUMNS.currency)?.toUpperCase() ?? reader.place.currency;
  // Other amounts of the shop may have more decimals than the currency.
  requireClear(first, [COLUMNS.total, COLUMNS.refunded], { currency, reader });
  requireNotNegative(first, [COLUMNS.discount], reader);
  const [total, tax] = [amount(first, ...COLUMNS.total), amount(first, ...COLUMNS.tax)];
  const [shipping, shippingTax] = [amount(first, ...COLUMNS.shipping), amount(first, ...COLUMNS.shippingTax)];
  const { lines: products, discount } = withoutDeductions(linesOf(rows, currency, reader), {
    fee: amount(first, ...COLUMNS.fee) ?? 0n,
    feeTax: amount(first, ...COLUMNS.feeTax) ?? 0n,
    currency,
  });
  if (createdAt === undefined || products.length === 0) {
    if (!reader.hasFaults()) reader.fault(first, undefined, "The order has no line.");
    return undefined;
  }
  const lines = [...products, ...feesOf(first, reader)];
  const modifiedAt = instant(first, ...COLUMNS.modified);
  const status = text(first, ...COLUMNS.status) ?? "";
  const isCancelled = CANCELLED.test(status);
  const order = { orderId, at: modifiedAt ?? createdAt, currency };
  const lineItems = storedLines(lines, currency);
  const refunds = withRefundedLines(
    refundsOf(first, { ...order, refundedWhole: REFUNDED.test(status) ? total : undefined }, reader),
    { createdAt, currency, lineItems: lineItems.slice(0, products.length) },
  );
  const billing = addressOf(first, "billing", reader);
  const method = methodOf(text(first, ...COLUMNS.method));
  const body: StoredOrder = {
    orderId,
    createdAt,
    lineItems,
    customer: personOf(first, reader),
    shipping: {
      ...(method !== undefined && { method }),
      ...(shipping !== undefined && { cost: numberOf(shipping) }),
      address: addressOf(first, "shipping", reader) ?? billing ?? {},
      ...(shippingTax !== undefined && { tax: numberOf(shippingTax) }),
    },
    ...omitNullish({
      totalPrice: total === undefined ? undefined : numberOf(total),
      subtotalPrice: numberOf(rounded(worthOfLines(lines) - discount, minorDigits(currency))),
      totalTax: tax === undefined ? undefined : numberOf(tax),
      totalDiscount: numberOf(sumOf(lines.map((line) => line.discount)) + discount),
    }),
    ...(billing && { billingAddress: billing }),
    tags: [],
    currencyCode: currency,
    ...omitNullish({ orderName: storedNameOf(unquoted(text(first, ...COLUMNS.orderNumber)), orderId) }),
    ...(isCancelled && { cancelledAt: modifiedAt ?? createdAt }),
    ...(refunds.length > 0 && { refunds }),
  };
  const createdWithinMs = exactnessMs(text(first, ...COLUMNS.date) ?? "");
  const paidAt = COLUMNS.paid.some(reader.has) ? (text(first, ...COLUMNS.paid) ?? "") : undefined;
  const column = reader.nameOf(COLUMNS.status);
  return {
    ...{ body, createdWithinMs },
    ...(modifiedAt !== undefined && { updatedAt: modifiedAt }),
    ...(isUnpaid({ status, paidAt }) && { unlessStored: { column, detail: UNPAID } }),
  };
}

/** The amounts of lines that were refunded may be without them. */
function requireAllRows(rows: [Row, ...Row[]], reader: RowReader): void {
  const [first] = rows;
  const { amount, has, text } = reader;
  const currency = text(first, ...COLUMNS.currency)?.toUpperCase() ?? reader.place.currency;
  const lines = linesOf(rows, currency, reader);
  if (amount(first, ...COLUMNS.refunded) || REFUNDED.test(text(first, ...COLUMNS.status) ?? "")) return;
  if (lines.some(({ returnable }) => returnable !== undefined)) return;
  const subtotal = amount(first, ...COLUMNS.subtotal);
  if (subtotal !== undefined) {
    requireCost(lines, { row: first, columns: COLUMNS.subtotal, least: subtotal, currency }, reader);
    return;
  }
  if (!COLUMNS.tax.some(has) || !COLUMNS.shipping.some(has)) return;
  const beside = [COLUMNS.tax, COLUMNS.shipping, COLUMNS.fee].map((names) => amount(first, ...names) ?? 0n);
  const least = (amount(first, ...COLUMNS.total) ?? 0n) - sumOf(beside);
  requireCost(lines, { row: first, columns: COLUMNS.total, least, currency }, reader);
}

/** A fee is a line that can't be returned. */
function feesOf(row: Row, { amount }: RowReader): ExportedLine[] {
  const fee = amount(row, ...COLUMNS.fee) ?? 0n;
  if (fee <= 0n) return [];
  const tax = amount(row, ...COLUMNS.feeTax);
  const line = { id: "fee", title: "Fee", sku: undefined, quantity: 1, worth: fee, discount: 0n };
  return [{ ...line, returnable: 0, ...(tax !== undefined && { tax }) }];
}

function personOf(row: Row, { text }: RowReader): StoredOrder["customer"] {
  const firstName = text(row, ...COLUMNS.billing.firstName);
  const lastName = text(row, ...COLUMNS.billing.lastName);
  return omitNullish({
    email: text(row, ...COLUMNS.email),
    phoneNumber: unquoted(text(row, ...COLUMNS.phone)),
    ...(firstName === undefined && lastName === undefined
      ? { name: text(row, ...COLUMNS.billing.fullName) }
      : { firstName, lastName }),
  });
}

function addressOf(
  row: Row,
  kind: "billing" | "shipping",
  { text }: RowReader,
): StoredOrder["billingAddress"] {
  const columns = kind === "billing" ? COLUMNS.billing : COLUMNS.shippingTo;
  const address = omitNullish({
    address1: text(row, ...columns.address1),
    address2: text(row, ...columns.address2),
    city: text(row, ...columns.city),
    province: text(row, ...columns.province),
    country: text(row, ...columns.country),
    postalCode: unquoted(text(row, ...columns.postalCode)),
  });
  return Object.keys(address).length > 0 ? address : undefined;
}

/** One plugin writes all fields of the method. */
function methodOf(text: string | undefined): string | undefined {
  return /(?:^|\|)method_title:([^|;]*)/.exec(text ?? "")?.[1]?.trim() || text;
}
