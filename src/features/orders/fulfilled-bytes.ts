import { problem } from "../../lib/problem.ts";
import { utf8Bytes } from "../../lib/text.ts";
import type { OrderBody } from "./schema.ts";
import { type FulfillmentRow, fulfillmentView } from "./view.ts";

/** For an order of the maximum size, every unit of which is sent in three parts. */
const MAX_FULFILLED_BYTES = 5 * 1024 * 1024;

/** Throws 400, at `pointer`, when an order's fulfillments would take too many bytes in its response. */
export function requireFulfillmentsFit(rows: FulfillmentRow[], order: OrderBody, pointer: string): void {
  let bytes = 0;
  for (const row of rows) bytes += utf8Bytes(JSON.stringify(fulfillmentView(row, order)));
  if (bytes <= MAX_FULFILLED_BYTES) return;
  const detail = `The fulfillments of an order have at most ${MAX_FULFILLED_BYTES} bytes in its response.`;
  throw problem("order_too_large", detail, { errors: [{ detail, pointer }] });
}
