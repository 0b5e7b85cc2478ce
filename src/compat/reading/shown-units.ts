import { linesOf, type OrderLine } from "../../orders/lines.ts";
import type { ReturnRecord } from "../../returns/view.ts";
import { unitIdsOf } from "../unit-ids.ts";

export type Item = ReturnRecord["items"][number];

/** A unit of a returned item: its id, its place in the order's line, and its place among the item's units. */
export type ShownUnit = { item: Item; line: OrderLine | undefined; id: number; unit: number; place: number };

/** So many units of a return are shown. */
export const MOST_UNITS = 10_000;

/** The units of a return one by one, as this API lists them. */
export function* shownUnits({ items, order }: ReturnRecord): Generator<ShownUnit> {
  const lines = linesOf(order.body);
  let shown = 0;
  for (const item of items) {
    const line = lines.get(item.lineItemId)?.line;
    let place = 0;
    for (const id of unitIdsOf(item)) {
      if (shown++ === MOST_UNITS) return;
      yield { item, line, id, unit: id - item.unitZero, place: place++ };
    }
  }
}
