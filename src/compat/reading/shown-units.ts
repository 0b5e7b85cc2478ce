import type { OrderBody } from "../../orders/schema.ts";
import type { ReturnRecord } from "../../returns/view.ts";
import { unitIdsOf } from "../unit-ids.ts";

export type Item = ReturnRecord["items"][number];
export type OrderLine = OrderBody["lineItems"][number];

/** A unit of a returned item: its id, its place in the order's line, and its place among the item's units. */
export type ShownUnit = { item: Item; line: OrderLine | undefined; id: number; unit: number; place: number };

/** A return may have more units than fit into memory; this many of them are shown. */
export const MOST_UNITS = 10_000;

/** The units of a return one by one, as this API lists them. */
export function shownUnits(record: ReturnRecord): ShownUnit[] {
  const shown: ShownUnit[] = [];
  for (const { item, line } of linedItems(record)) {
    let place = 0;
    for (const id of unitIdsOf(item)) {
      if (shown.length === MOST_UNITS) return shown;
      shown.push({ item, line, id, unit: id - item.unitZero, place: place++ });
    }
  }
  return shown;
}

/** The items of a return, each with the order's line that it is of. */
export function linedItems({ items, order }: ReturnRecord): { item: Item; line: OrderLine | undefined }[] {
  const lines = new Map(order.body.lineItems.map((line) => [line.id, line]));
  return items.map((item) => ({ item, line: lines.get(item.lineItemId) }));
}
