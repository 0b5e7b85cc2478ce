import { memoizeByObject } from "../../lib/memoize-by-object.ts";
import type { StoredOrder } from "./schema.ts";

export type OrderLine = StoredOrder["lineItems"][number];

type PositionedLine = { line: OrderLine; position: number };

const cache = new WeakMap<StoredOrder, Map<string, PositionedLine>>();

/** Returns an order's lines by id, each with its position. Cached per order body. */
export function linesById(body: StoredOrder): Map<string, PositionedLine> {
  let lines = cache.get(body);
  if (!lines) {
    lines = new Map(
      body.lineItems.map((line, index) => [line.id, { line, position: linePosition(body, index) }]),
    );
    cache.set(body, lines);
  }
  return lines;
}

/** Of so few lines one is found without a map. */
const FEW = 8;

/** Returns the line of an order with this id, and its position; undefined for none. */
export function lineById(body: StoredOrder, id: string): PositionedLine | undefined {
  const { lineItems } = body;
  if (lineItems.length > FEW) return linesById(body).get(id);
  const index = lineItems.findIndex((line) => line.id === id);
  const line = lineItems[index];
  return line && { line, position: linePosition(body, index) };
}

/** Returns the number of a line, counted from 0. It stays the line's when lines before it are removed. */
export function linePosition({ linePositions }: Pick<StoredOrder, "linePositions">, index: number): number {
  return linePositions?.[index] ?? index;
}

/** Returns the shop's id of a line: that of the order, unless the line came by a file that had none. */
export function shopLineIdOf(body: StoredOrder, id: string): string {
  return body.shopLineIds ? (shopLineIds(body).get(id) ?? id) : id;
}

const shopLineIds = memoizeByObject(
  (body: StoredOrder) => new Map(body.shopLineIds?.map(({ id, shopId }) => [id, shopId])),
);

/**
 * Returns how many units of a line may be in returns, all returns together. `refunded` are those, by line, that are in returns
 * and that its shop has taken off since it has refunded them.
 */
export function returnableUnits(
  { id, quantity, returnableQuantity = quantity }: OrderLine,
  refunded?: ReadonlyMap<string, number>,
): number {
  return Math.min(quantity, returnableQuantity) + (refunded?.get(id) ?? 0);
}
