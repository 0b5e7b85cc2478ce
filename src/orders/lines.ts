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
