import { omitNullish } from "../../../../lib/omit-nullish.ts";
import { storedNameOf } from "../../order-name.ts";
import { refundIdOfFile } from "../../refund-note.ts";
import type { StoredOrder } from "../../schema.ts";
import type { OrderRecord } from "../entry.ts";
import { numberOf } from "./amounts.ts";
import { exactnessMs } from "./dates.ts";
import type { LayoutOf } from "./layout.ts";
import { type ExportedLine, requireCost, storedLines } from "./lines.ts";
import { refundOf } from "./refunds.ts";
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
import { sumsOf } from "./shopify-sums.ts";

const REQUIRED = ["Name", "Created at", "Lineitem quantity", "Lineitem name", "Lineitem price", "Total"];
const ORDER_AMOUNTS = [
  "Total",
  "Subtotal",
  "Shipping",
  "Taxes",
  "Duties",
  "Discount Amount",
  "Refunded Amount",
].map((name) => [name]);
const LINE_AMOUNTS = [["Lineitem price"], ["Lineitem discount"]];
const QUANTITY = /^\d+(?:[.,]0+)?$/;

/** Shopify's export of orders: a row for each line, of which the first has what is the order's. */
export const SHOPIFY: LayoutOf = (names, delimiter) => {
  const known = new Map(names.map((name) => [name.toLowerCase(), name]));
  const missing = REQUIRED.filter((name) => !known.has(name.toLowerCase()));
  if (missing.length > 0) return { missing: missing.join(", ") };
  const quantityAt = names.findIndex((name) => name.toLowerCase() === "lineitem quantity");
  return {
    csv: {
      delimiter,
      width: names.length,
      isRow: (fields) => fields.length === names.length && QUANTITY.test(fields[quantityAt]?.trim() ?? ""),
    },
    names,
    key: known.get("name"),
    head: known.get("created at"),
    kind: "shopify",
    mapOrder,
    requireAllRows,
  };
};

function mapOrder(rows: [Row, ...Row[]], reader: RowReader): OrderRecord | undefined {
  const [first] = rows;
  const { text, amount, instant, place } = reader;
  const orderId = orderIdOf(first, ["Id", "Name"], reader);
  const createdAt = instant(first, "Created at");
  requireTexts(first, [["Created at"], ["Total"]], reader);
  requireSame(rows, [["Id"], ["Created at"], ["Total"], ["Currency"]], reader);
  if (createdAt === undefined) return undefined;
  const currency = text(first, "Currency")?.toUpperCase() ?? place.currency;
  requireClear(first, ORDER_AMOUNTS, { currency, reader });
  requireNotNegative(first, [["Discount Amount"]], reader);
  const lines = rows.flatMap((row) => lineOf(row, currency, reader));
  if (lines.length === 0) {
    if (!reader.hasFaults()) reader.fault(first, "Lineitem quantity", "No line of the order has a quantity.");
    return undefined;
  }
  const total = amount(first, "Total");
  const sums = sumsOf(lines, { first, total, currency, reader });
  const cancelledAt = instant(first, "Cancelled at");
  const refunded = amount(first, "Refunded Amount");
  const name = text(first, "Billing Name") ?? text(first, "Shipping Name");
  const shippingMethod = text(first, "Shipping Method");
  const billing = addressOf(first, "Billing", reader);
  const body: StoredOrder = {
    orderId,
    createdAt,
    lineItems: storedLines(sums.lines, currency),
    customer: omitNullish({
      email: text(first, "Email"),
      phoneNumber: unquoted(text(first, "Phone", "Billing Phone", "Shipping Phone")),
      name,
    }),
    shipping: {
      ...(shippingMethod !== undefined && { method: shippingMethod }),
      ...(sums.shipping !== undefined && { cost: numberOf(sums.shipping) }),
      address: addressOf(first, "Shipping", reader) ?? {},
    },
    ...omitNullish({
      totalPrice: total === undefined ? undefined : numberOf(total),
      subtotalPrice: numberOf(sums.subtotal),
      totalTax: sums.tax === undefined ? undefined : numberOf(sums.tax),
      totalDiscount: numberOf(sums.discount),
    }),
    ...(billing && { billingAddress: billing }),
    tags: tagsOf(text(first, "Tags")),
    currencyCode: currency,
    ...omitNullish({ orderName: storedNameOf(unquoted(text(first, "Name")), orderId) }),
    ...(cancelledAt !== undefined && { cancelledAt }),
    ...(refunded !== undefined &&
      refunded !== 0n && {
        refunds: [refundOf(refundIdOfFile(orderId), refunded, { at: cancelledAt ?? createdAt, currency })],
      }),
  };
  const isNumbered = text(first, "Id") === undefined;
  return {
    body,
    parcels: parcelsOf(rows, body, reader),
    ...(isNumbered && { createdWithinMs: exactnessMs(text(first, "Created at") ?? "") }),
  };
}

/** Discounts are taken off the subtotal. Of an order with a removed line it may be with or without that. */
function requireAllRows(rows: [Row, ...Row[]], reader: RowReader): void {
  const [first] = rows;
  const least = reader.amount(first, "Subtotal");
  const currency = reader.text(first, "Currency")?.toUpperCase() ?? reader.place.currency;
  if (least === undefined || rows.some((row) => reader.count(row, "Lineitem quantity") === 0)) return;
  const lines = rows.flatMap((row) => lineOf(row, currency, reader));
  requireCost(lines, { row: first, columns: ["Subtotal"], least, currency }, reader);
}

/** A line without a quantity was removed from the order. */
function lineOf(row: Row, currency: string, reader: RowReader): ExportedLine[] {
  const { text, amount, count } = reader;
  const quantity = count(row, "Lineitem quantity");
  const title = text(row, "Lineitem name");
  if (title === undefined && quantity === undefined) return [];
  const price = amount(row, "Lineitem price");
  requireTexts(row, [["Lineitem quantity"], ["Lineitem price"]], reader);
  if (!quantity || price === undefined) return [];
  requireNotNegative(row, LINE_AMOUNTS, reader);
  requireClear(row, LINE_AMOUNTS, { currency, reader });
  const sku = unquoted(text(row, "Lineitem sku"));
  const worth = price * BigInt(quantity);
  const discount = amount(row, "Lineitem discount") ?? 0n;
  return [{ id: undefined, title: title ?? sku ?? "", sku, quantity, worth, discount }];
}

function addressOf(
  row: Row,
  kind: "Billing" | "Shipping",
  { text }: RowReader,
): StoredOrder["billingAddress"] {
  const of = (name: string) => text(row, `${kind} ${name}`);
  const address = omitNullish({
    address1: of("Address1") ?? of("Street"),
    address2: of("Address2"),
    city: of("City"),
    province: of("Province"),
    country: of("Country"),
    postalCode: unquoted(of("Zip")),
  });
  return Object.keys(address).length > 0 ? address : undefined;
}

function tagsOf(text: string | undefined): string[] {
  return (text ?? "").split(",").flatMap((tag) => tag.trim() || []);
}

/** What was sent, as far as an export says it. */
function parcelsOf(rows: Row[], body: StoredOrder, { text, instant }: RowReader): OrderRecord["parcels"] {
  const [first] = rows;
  const fulfilledAt = first && instant(first, "Fulfilled at");
  if (!fulfilledAt) return undefined;
  const sent = rows.filter((row) => Number(text(row, "Lineitem quantity")?.replace(",", ".")) > 0);
  const lineItems = body.lineItems.flatMap(({ id, quantity }, i) => {
    const row = sent[i];
    return row && text(row, "Lineitem fulfillment status") === "fulfilled" ? { id, quantity } : [];
  });
  if (lineItems.length === 0) return undefined;
  const parcel = { id: `${body.orderId}-fulfilled`, lineItems, trackingCompany: null, trackingNumber: null };
  return [{ ...parcel, fulfilledAt, deliveredAt: null }];
}
