import type { returnItems } from "../db/tables/returns.ts";

type Units = Pick<typeof returnItems.$inferSelect, "units" | "unitZero">;

/** A unit of an order's line, in one item of a return. */
export type Unit<Item> = { item: Item; unit: number };

/** The ids of an item's units, one after the other: an item may hold more of them than fit into memory. */
export function* unitIdsOf({ units, unitZero }: Units): Generator<number> {
  for (const [from, to] of units) {
    for (let unit = from; unit < to; unit++) yield unitZero + unit;
  }
}

/** The unit that has this id in one of a return's items; undefined when none has, or no longer. */
export function unitWithId<Item extends Units>(items: Item[], id: number): Unit<Item> | undefined {
  if (!Number.isSafeInteger(id)) return undefined;
  for (const item of items) {
    const unit = id - item.unitZero;
    if (item.units.some(([from, to]) => from <= unit && unit < to)) return { item, unit };
  }
  return undefined;
}
