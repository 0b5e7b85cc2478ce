import type { returnItems } from "../../platform/db/tables/returns.ts";

type Units = Pick<typeof returnItems.$inferSelect, "units" | "unitZero">;

/** A unit of an order's line, in one item of a return. */
export type Unit<Item> = { item: Item; unit: number };

/** Yields the ids of an item's units. A generator, since an item may have more units than fit into memory. */
export function* unitIdsOf({ units, unitZero }: Units): Generator<number> {
  for (const [from, to] of units) {
    for (let unit = from; unit < to; unit++) yield unitZero + unit;
  }
}

/** Returns a function that finds the unit with an id in a return's items, or returns undefined. */
export function createUnitFinder<Item extends Units>(items: Item[]): (id: number) => Unit<Item> | undefined {
  const ranges = items
    .flatMap((item) =>
      item.units.map(([from, to]) => ({ item, from: item.unitZero + from, to: item.unitZero + to })),
    )
    .sort((a, b) => a.from - b.from);
  return (id) => {
    if (!Number.isSafeInteger(id)) return undefined;
    // Binary search for the last range that begins at or before the id.
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
