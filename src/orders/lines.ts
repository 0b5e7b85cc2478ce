import type { OrderBody } from "./schema.ts";

export type OrderLine = OrderBody["lineItems"][number];

type Placed = { line: OrderLine; position: number };

const known = new WeakMap<OrderBody, Map<string, Placed>>();

/** The lines of an order by their ids, each with its position. Made once of a document, whoever asks for it. */
export function linesById(body: OrderBody): Map<string, Placed> {
  let lines = known.get(body);
  if (!lines) {
    lines = new Map(body.lineItems.map((line, position) => [line.id, { line, position }]));
    known.set(body, lines);
  }
  return lines;
}
