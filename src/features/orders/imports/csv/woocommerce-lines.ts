import { greater } from "../../../../lib/money.ts";
import { parseAmount, parseCount } from "./amounts.ts";
import { type ExportedLine, withDiscount, withoutRounding } from "./lines.ts";
import { type Row, type RowReader, requireNotNegative } from "./row-reader.ts";
import { COLUMNS, isListColumn } from "./woocommerce-columns.ts";
import { type Item, itemsOf } from "./woocommerce-items.ts";

/** What a plugin writes as the SKU of a product that isn't there any more. */
const NO_SKU = "unknown_product";

/** A line, and how its amounts are known: `rounded` by the price of a piece, without its discount. */
type Found = ExportedLine & { isRounded?: boolean; isAfterDiscount?: boolean };

/** Returns the lines of an order: of each row, or of the columns with lines of its one row. */
export function linesOf(rows: [Row, ...Row[]], currency: string, reader: RowReader): ExportedLine[] {
  const [first] = rows;
  if (!hasLineColumns(reader)) return listedLines(first, reader);
  const ids = new Set<string>();
  const lines = rows.flatMap((row) => lineOf(row, { ids, reader }));
  const [subtotal, discount] = [
    reader.amount(first, ...COLUMNS.subtotal),
    reader.amount(first, ...COLUMNS.discount) ?? 0n,
  ];
  const isRounded = lines.some((line) => line.isRounded) && subtotal !== undefined;
  const exact = isRounded ? withoutRounding(lines, subtotal - discount, currency) : lines;
  const isAfterDiscount = lines.length > 0 && lines.every((line) => line.isAfterDiscount);
  return isAfterDiscount && discount > 0n ? withDiscount(exact, discount, currency) : exact;
}

function hasLineColumns({ has }: RowReader): boolean {
  return COLUMNS.itemName.some(has) && [...COLUMNS.quantity, ...COLUMNS.netQuantity].some(has);
}

/** A row without an item is of something else, such as a further coupon. `ids` are those of the rows before it. */
function lineOf(row: Row, { ids, reader }: { ids: Set<string>; reader: RowReader }): Found[] {
  const { text, fault } = reader;
  const title = text(row, ...COLUMNS.itemName);
  if (title === undefined && !text(row, ...COLUMNS.quantity, ...COLUMNS.netQuantity)) return [];
  const pieces = piecesOf(row, reader);
  if (!pieces) return [];
  const amounts = amountsOf(row, pieces.quantity, reader);
  if (!amounts) {
    fault(row, reader.nameOf([...COLUMNS.lineTotal, ...COLUMNS.price]), "The line has no price.");
    return [];
  }
  requireNotNegative(row, [COLUMNS.lineDiscount], reader);
  const id = text(row, ...COLUMNS.itemId);
  if (id !== undefined && ids.has(id)) {
    fault(row, reader.nameOf(COLUMNS.itemId), "The order has a line of this id already.");
  }
  if (id !== undefined) ids.add(id);
  const sku = text(row, ...COLUMNS.sku);
  return [
    {
      id,
      title: title ?? sku ?? "",
      productId: idOf(text(row, ...COLUMNS.productId)),
      variantId: idOf(text(row, ...COLUMNS.variationId)),
      sku: sku === NO_SKU ? undefined : sku,
      tax: reader.amount(row, ...COLUMNS.lineTax),
      ...pieces,
      ...amounts,
    },
  ];
}

/**
 * Returns how many pieces were bought, and how many of them are left. An export may have the latter alone: of a line of
 * which all are refunded there was at least one.
 */
function piecesOf(row: Row, reader: RowReader): { quantity: number; returnable?: number } | undefined {
  const quantity = reader.count(row, ...COLUMNS.quantity);
  const left = reader.count(row, ...COLUMNS.netQuantity);
  const refunded = refundedOf(reader.text(row, ...COLUMNS.refundedQuantity));
  if (refunded === undefined) {
    const column = reader.nameOf(COLUMNS.refundedQuantity);
    reader.fault(row, column, `${column} must be a whole number.`);
    return undefined;
  }
  if (quantity === undefined) {
    if (left === undefined) return undefined;
    return left > 0 ? { quantity: left } : { quantity: 1, returnable: 0 };
  }
  if (quantity === 0) return undefined;
  const returnable = left ?? quantity - refunded;
  return { quantity, ...(returnable < quantity && { returnable }) };
}

function amountsOf(
  row: Row,
  quantity: number,
  { amount }: RowReader,
): Pick<Found, "worth" | "discount" | "isRounded" | "isAfterDiscount"> | undefined {
  const [subtotal, total] = [amount(row, ...COLUMNS.lineSubtotal), amount(row, ...COLUMNS.lineTotal)];
  const taken = amount(row, ...COLUMNS.lineDiscount);
  if (subtotal !== undefined && total !== undefined) return paidOf(subtotal, total);
  if (subtotal !== undefined && taken !== undefined) return { worth: subtotal, discount: taken };
  if (total !== undefined && taken !== undefined) return { worth: total + taken, discount: taken };
  if (total !== undefined) return { worth: total, discount: 0n, isAfterDiscount: true };
  const pieces = BigInt(quantity);
  const [price, before] = [amount(row, ...COLUMNS.price), amount(row, ...COLUMNS.priceBefore)];
  if (price === undefined) return undefined;
  const paid = price * pieces;
  if (taken !== undefined) return { worth: paid + taken, discount: taken, isRounded: true };
  if (before !== undefined)
    return { worth: before * pieces, discount: before * pieces - paid, isRounded: true };
  return { worth: paid, discount: 0n, isRounded: true, isAfterDiscount: true };
}

/** A line may cost more than before its discount, where it was changed by hand. */
function paidOf(subtotal: bigint, total: bigint): Pick<Found, "worth" | "discount"> {
  const worth = greater(subtotal, total);
  return { worth, discount: worth - total };
}

/** Returns how many pieces were refunded, whose sign doesn't matter; undefined for any other text. */
function refundedOf(text = ""): number | undefined {
  return text === "" ? 0 : parseCount(text.replace(/^-/, ""));
}

/** The lines that the columns of a row list. */
function listedLines(row: Row, reader: RowReader): ExportedLine[] {
  return reader.names
    .filter((name) => isListColumn(name.toLowerCase()))
    .flatMap((name) => {
      const text = reader.text(row, name);
      if (text === undefined) return [];
      const items = itemsOf(text);
      if (!items) reader.fault(row, name, `${name} must have lines, such as name:Tee|quantity:1|total:9.90.`);
      return (items ?? []).flatMap((item) => listedLine(item, name, row, reader));
    });
}

function listedLine(item: Item, column: string, row: Row, { fault }: RowReader): ExportedLine[] {
  const quantity = parseCount(item.quantity ?? "");
  const [total, subtotal] = [item.total, item.subtotal ?? item.sub_total ?? item.total].map((text) =>
    text === undefined ? undefined : parseAmount(text),
  );
  const taxText = item.total_tax ?? item.tax ?? "";
  const tax = parseAmount(taxText);
  const refunded = refundedOf(item.refunded_qty);
  const isTaxed = taxText === "" || tax !== undefined;
  if (quantity === undefined || total === undefined || subtotal === undefined || !isTaxed) {
    const detail = `A line of ${column} must have a whole quantity, and amounts as its total and tax.`;
    fault(row, column, detail);
    return [];
  }
  if (refunded === undefined) fault(row, column, `A line of ${column} has no whole refunded_qty.`);
  if (!quantity || refunded === undefined) return [];
  const sku = item.sku === NO_SKU ? undefined : item.sku || undefined;
  return [
    {
      id: item.id || undefined,
      title: item.name ?? sku ?? "",
      productId: idOf(item.product_id),
      variantId: idOf(item.variation_id ?? item._variation_id),
      ...{ sku, quantity, tax, ...paidOf(subtotal, total) },
      ...(refunded > 0 && { returnable: quantity - refunded }),
    },
  ];
}

/** Zero is the id of no product. */
function idOf(text: string | undefined): string | undefined {
  return text === "0" ? undefined : text || undefined;
}
