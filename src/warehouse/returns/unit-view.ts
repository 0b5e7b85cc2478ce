import { linesById, type OrderLine } from "../../orders/lines.ts";
import type { ReturnRecord } from "../../returns/view.ts";
import { unitIdsOf } from "../unit-ids.ts";

export type Item = ReturnRecord["items"][number];

/** A unit of a returned item: its id, its place in the order's line, and its place among the item's units. */
export type UnitView = { item: Item; line: OrderLine | undefined; id: number; unit: number; place: number };

/** So many units of a return are shown. */
export const MAX_UNITS = 10_000;

/** The units of a return one by one, as this API lists them. */
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
