import { minorDigits, powerOfTen } from "../../../../lib/money.ts";
import type { StoredOrder } from "../../schema.ts";
import { DECIMALS, decimalOf, numberOf, pieceOf, rounded, spread, sumOf } from "./amounts.ts";
import type { Row, RowReader } from "./row-reader.ts";

/** A line of an export: what all pieces cost before discounts, and what was taken off. */
export type ExportedLine = {
  /** The shop's id of the line; exports without one have none. */
  id: string | undefined;
  title: string;
  productId?: string | undefined;
  variantId?: string | undefined;
  sku: string | undefined;
  quantity: number;
  worth: bigint;
  discount: bigint;
  tax?: bigint | undefined;
  returnable?: number | undefined;
};

/** Returns the lines as they are stored. A line without an id has its SKU, else its name, for one; repeats get `-2`. */
export function storedLines(lines: ExportedLine[], currency: string): StoredOrder["lineItems"] {
  const digits = minorDigits(currency);
  const freeId = createFreeIds();
  return lines.map((line) => {
    const { title, productId, variantId, sku, quantity, worth, discount, tax, returnable } = line;
    return {
      id: freeId(line.id ?? sku ?? title),
      productId: productId ?? null,
      title,
      ...(variantId !== undefined && { variantId }),
      ...(sku !== undefined && { sku }),
      quantity,
      price: numberOf(pieceOf(worth, quantity, digits)),
      ...(discount > 0n && { discount: numberOf(discount) }),
      ...(tax !== undefined && { tax: numberOf(tax) }),
      ...(returnable !== undefined &&
        returnable < quantity && { returnableQuantity: Math.max(returnable, 0) }),
    };
  });
}

/** Returns a function from wanted ids to ids that are free. It goes on counting where it was: an order may have one SKU alone. */
function createFreeIds(): (wanted: string) => string {
  const used = new Set<string>();
  const nextOf = new Map<string, number>();
  return (wanted) => {
    let id = wanted;
    let n = nextOf.get(wanted) ?? 2;
    for (; used.has(id); n++) id = `${wanted}-${n}`;
    nextOf.set(wanted, n);
    used.add(id);
    return id;
  };
}

/** Returns what lines cost together, after their discounts. */
export function worthOfLines(lines: Pick<ExportedLine, "worth" | "discount">[]): bigint {
  return sumOf(lines.map(({ worth, discount }) => worth - discount));
}

type Required = { row: Row; columns: readonly string[]; least: bigint; currency: string };

/** Adds a fault if lines cost less than they do by a column, and by more than the prices of their pieces are rounded. */
export function requireCost(
  lines: Pick<ExportedLine, "worth" | "quantity">[],
  { row, columns, least, currency }: Required,
  reader: RowReader,
): void {
  const digits = minorDigits(currency);
  const worth = sumOf(lines.map((line) => line.worth));
  const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  if (worth + BigInt(pieces) * powerOfTen(DECIMALS - digits) >= least) return;
  const text = (amount: bigint) => `${decimalOf(amount, digits)} ${currency}`;
  const detail = `The order's lines cost ${text(worth)}, and they cost at least ${text(least)}: the file may end in the middle of the order.`;
  reader.fault(row, reader.nameOf(columns), detail);
}

/** Spreads a discount of the order over its lines, whose worth is what they cost after it. */
export function withDiscount(lines: ExportedLine[], discount: bigint, currency: string): ExportedLine[] {
  const one = powerOfTen(DECIMALS - minorDigits(currency));
  const shares = spread(
    discount,
    lines.map(({ worth }) => worth),
    one,
  );
  return lines.map((line, i) => {
    const share = shares[i] ?? 0n;
    return { ...line, worth: line.worth + share, discount: line.discount + share };
  });
}

/**
 * Corrects what lines cost, of which an export has the rounded price of a piece, so that they cost `exact` together. Each
 * changes by no more than the rounding can have taken; where that isn't enough, nothing changes.
 */
export function withoutRounding(lines: ExportedLine[], exact: bigint, currency: string): ExportedLine[] {
  const one = powerOfTen(DECIMALS - minorDigits(currency));
  const missing = rounded(exact, minorDigits(currency)) - worthOfLines(lines);
  const most = lines.map(({ quantity }) => BigInt(Math.floor(quantity / 2)) * one);
  const size = missing < 0n ? -missing : missing;
  if (size === 0n || size > sumOf(most)) return lines;
  let left = size;
  return lines.map((line, i) => {
    const limit = most[i] ?? 0n;
    const part = left < limit ? left : limit;
    left -= part;
    return { ...line, worth: line.worth + (missing < 0n ? -part : part) };
  });
}
