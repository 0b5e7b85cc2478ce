import { powerOfTen } from "../../../../lib/minor-units.ts";
import { minorDigits } from "../../../../lib/money.ts";
import { omitNullish } from "../../../../lib/omit-nullish.ts";
import type { StoredOrder } from "../../schema.ts";
import type { OrderRecord } from "../entry.ts";
import { DECIMALS, numberOf, rounded, spread, sumOf } from "./amounts.ts";
import type { LayoutOf } from "./layout.ts";
import { type ExportedLine, storedLines } from "./lines.ts";
import { refundOf } from "./refunds.ts";
import { orderIdOf, type Row, type RowReader, requireSame, requireTexts } from "./row-reader.ts";

const REQUIRED = ["Name", "Created at", "Lineitem quantity", "Lineitem name", "Lineitem price", "Total"];
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
    mapOrder,
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
  const lines = rows.flatMap((row) => lineOf(row, reader));
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
      phoneNumber: text(first, "Phone", "Billing Phone", "Shipping Phone"),
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
    ...(cancelledAt !== undefined && { cancelledAt }),
    ...(refunded !== undefined &&
      refunded !== 0n && {
        refunds: [refundOf(`${orderId}-refunded`, refunded, { at: cancelledAt ?? createdAt, currency })],
      }),
  };
  return { body, parcels: parcelsOf(rows, body, reader) };
}

/** A line without a quantity was removed from the order. */
function lineOf(row: Row, reader: RowReader): ExportedLine[] {
  const { text, amount, count, fault } = reader;
  const quantity = count(row, "Lineitem quantity");
  const title = text(row, "Lineitem name");
  if (title === undefined && quantity === undefined) return [];
  const price = amount(row, "Lineitem price");
  requireTexts(row, [["Lineitem quantity"], ["Lineitem price"]], reader);
  if (!quantity || price === undefined) return [];
  if (price < 0n) fault(row, "Lineitem price", "Lineitem price is negative.");
  const sku = unquoted(text(row, "Lineitem sku"));
  const worth = price * BigInt(quantity);
  const discount = amount(row, "Lineitem discount") ?? 0n;
  return [{ id: undefined, title: title ?? sku ?? "", sku, quantity, worth, discount }];
}

type Sums = {
  lines: ExportedLine[];
  subtotal: bigint;
  shipping: bigint | undefined;
  tax: bigint | undefined;
  discount: bigint;
};

/**
 * The subtotal of an export is what the lines cost after all discounts but those of the shipping, with the tax where
 * prices include it: which the total says.
 */
function sumsOf(
  lines: ExportedLine[],
  asked: { first: Row; total: bigint | undefined; currency: string; reader: RowReader },
): Sums {
  const { first, total, currency, reader } = asked;
  const [shipping, tax, off] = ["Shipping", "Taxes", "Discount Amount"].map((name) =>
    reader.amount(first, name),
  );
  const worth = sumOf(lines.map((line) => line.worth));
  const ofLines = sumOf(lines.map((line) => line.discount));
  const given = reader.amount(first, "Subtotal");
  const subtotal = given ?? greater(worth - greater(off ?? 0n, ofLines), 0n);
  const discount = greater(worth - subtotal, 0n);
  const paid = { subtotal, shipping: shipping ?? 0n, tax: tax ?? 0n, total };
  const ofShipping = greater((off ?? 0n) - discount, 0n);
  const charged = shipping === undefined ? undefined : shippingPaid(paid, ofShipping);
  const hasTaxIn = paid.tax > 0n && fits({ ...paid, shipping: charged ?? 0n }, { isTaxIncluded: true });
  const taxOfLines = hasTaxIn ? taxShare(paid.tax, [subtotal, charged ?? 0n], currency) : 0n;
  return {
    // Discounts of lines that are more than what was taken off in all are not theirs alone.
    lines: ofLines > discount ? lines.map((line) => ({ ...line, discount: 0n })) : lines,
    subtotal: rounded(greater(subtotal - taxOfLines, 0n), minorDigits(currency)),
    shipping: charged,
    tax,
    discount,
  };
}

type Paid = { subtotal: bigint; shipping: bigint; tax: bigint; total: bigint | undefined };

function fits(
  { subtotal, shipping, tax, total }: Paid,
  { isTaxIncluded }: { isTaxIncluded: boolean },
): boolean {
  return total === subtotal + shipping + (isTaxIncluded ? 0n : tax);
}

/** What is paid for the shipping is what fits the total: its price, or what a discount has left of it. */
function shippingPaid(paid: Paid, discount: bigint): bigint {
  const prices = [paid.shipping, greater(paid.shipping - discount, 0n)];
  for (const isTaxIncluded of [false, true]) {
    const found = prices.find((shipping) => fits({ ...paid, shipping }, { isTaxIncluded }));
    if (found !== undefined) return found;
  }
  return paid.shipping;
}

function taxShare(tax: bigint, weights: [lines: bigint, shipping: bigint], currency: string): bigint {
  return spread(tax, weights, powerOfTen(DECIMALS - minorDigits(currency)))[0] ?? 0n;
}

function greater(a: bigint, b: bigint): bigint {
  return a < b ? b : a;
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

/** An export writes an apostrophe before digits, so that spreadsheets keep their zeros. */
function unquoted(text: string | undefined): string | undefined {
  return text?.replace(/^'/, "") || undefined;
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
