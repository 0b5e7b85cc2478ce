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

/** Finds the unit that has an id in one of a return's items; undefined when none has, or no longer. */
export function createUnitFinder<Item extends Units>(items: Item[]): (id: number) => Unit<Item> | undefined {
  const ranges = items
    .flatMap((item) =>
      item.units.map(([from, to]) => ({ item, from: item.unitZero + from, to: item.unitZero + to })),
    )
    .sort((a, b) => a.from - b.from);
  return (id) => {
    if (!Number.isSafeInteger(id)) return undefined;
    // The last range that begins at the id or before.
    let [low, high] = [0, ranges.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ranges[middle]?.from ?? 0) <= id) low = middle + 1;
      else high = middle;
    }
    const range = ranges[low - 1];
    return range && id < range.to ? { item: range.item, unit: id - range.item.unitZero } : undefined;
  };
}
