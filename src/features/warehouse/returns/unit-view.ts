import { linesById, type OrderLine } from "../../orders/lines.ts";
import type { ReturnRecord } from "../../returns/read/view.ts";
import { unitIdsOf } from "../unit-ids.ts";

export type Item = ReturnRecord["items"][number];

/**
 * A unit of a returned item: its id, its index in the order's line (`unit`) and among the item's units
 * (`place`).
 */
export type UnitView = { item: Item; line: OrderLine | undefined; id: number; unit: number; place: number };

/** The maximum number of units in the view of a return. */
export const MAX_UNITS = 10_000;

/** Yields the units of a return, each of which is a line item of this API. */
export function* unitViews({ items, order }: ReturnRecord): Generator<UnitView> {
  const lines = linesById(order.body);
  let shown = 0;
  for (const item of items) {
    const line = lines.get(item.lineItemId)?.line;
    let place = 0;
    for (const id of unitIdsOf(item)) {
      if (shown++ === MAX_UNITS) return;
      yield { item, line, id, unit: id - item.unitZero, place: place++ };
    }
  }
}
