import type { OrderBody } from "./schema.ts";

export type OrderLine = OrderBody["lineItems"][number];

type PositionedLine = { line: OrderLine; position: number };

const cache = new WeakMap<OrderBody, Map<string, PositionedLine>>();

/** Returns an order's lines by id, each with its position. Cached per order body. */
export function linesById(body: OrderBody): Map<string, PositionedLine> {
  let lines = cache.get(body);
  if (!lines) {
    lines = new Map(body.lineItems.map((line, position) => [line.id, { line, position }]));
    cache.set(body, lines);
  }
  return lines;
}

/** Of so few lines one is found without a map. */
const FEW = 8;

/** Returns the line of an order with this id, and its position; undefined for none. */
export function lineById(body: OrderBody, id: string): PositionedLine | undefined {
  const { lineItems } = body;
  if (lineItems.length > FEW) return linesById(body).get(id);
  const position = lineItems.findIndex((line) => line.id === id);
  const line = lineItems[position];
  return line && { line, position };
}
