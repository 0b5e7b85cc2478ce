import { searchKeysOf } from "../../core/lists/search-keys.ts";
import { linesById } from "../orders/lines.ts";
import type { OrderBody } from "../orders/schema.ts";
import type { ReturnAdditions } from "./additions-schema.ts";

/** Returns the keys of the SKUs of a return's items. */
export function skusOf(order: OrderBody, items: { lineItemId: string }[]): Set<string> {
  const lines = linesById(order);
  return searchKeysOf(items.map(({ lineItemId }) => lines.get(lineItemId)?.line.sku));
}

/** Returns the keys of the tracking numbers of a return's shipments. */
export function trackersOf({ shipments = [] }: ReturnAdditions): Set<string> {
  return searchKeysOf(shipments.map(({ tracker }) => tracker));
}
