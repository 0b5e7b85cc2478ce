import type { LineWorth, Worth } from "./line-worth.ts";

/** Units of an order's line, counted from 0: `from` inclusive, `to` exclusive. */
export type UnitRange = [from: number, to: number];

/**
 * What of an order's lines is in its returns, deleted ones aside: the units, sorted and merged, and how many of them its shop has
 * refunded and doesn't count as returnable any more.
 */
export type TakenUnits = { units: Map<string, UnitRange[]>; refunded: ReadonlyMap<string, number> };

const END: UnitRange = [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER];

/**
 * Returns a function that allocates free units of a line, lowest first, or returns undefined when too few are
 * left. `taken` is sorted and merged; it may have units beyond those that are ordered since the order was edited, which
 * count as much. The gap of a deleted return is filled first, so that every unit of a line is refunded at most once.
 */
export function createUnitAllocator(
  ordered: number,
  taken: UnitRange[],
): (quantity: number) => UnitRange[] | undefined {
  let left = ordered - unitsIn(taken);
  let at = 0;
  let index = 0;
  return (quantity) => {
    if (quantity > left) return undefined;
    left -= quantity;
    const allocated: UnitRange[] = [];
    let missing = quantity;
    while (missing > 0) {
      const [from, to] = taken[index] ?? END;
      const free = Math.min(from - at, missing);
      if (free > 0) {
        allocated.push([at, at + free]);
        missing -= free;
        at += free;
      } else {
        at = Math.max(at, to);
        index++;
      }
    }
    return allocated;
  };
}

/** Returns the units of a line that are not taken. `taken` is sorted and merged. */
export function freeUnits(ordered: number, taken: UnitRange[]): UnitRange[] {
  const free: UnitRange[] = [];
  let left = ordered - unitsIn(taken);
  let at = 0;
  for (const [from, to] of [...taken, END]) {
    const units = Math.min(from - at, left);
    if (units > 0) free.push([at, at + units]);
    left -= Math.max(units, 0);
    at = to;
  }
  return free;
}

/** Returns how many units ranges have. */
export function unitsIn(ranges: UnitRange[]): number {
  return ranges.reduce((units, [from, to]) => units + to - from, 0);
}

/** Returns sorted ranges without the removed units. */
export function withoutUnits(ranges: UnitRange[], removed: number[]): UnitRange[] {
  const sorted = removed.toSorted((a, b) => a - b);
  const remaining: UnitRange[] = [];
  let next = 0;
  for (const [from, to] of ranges) {
    let at = from;
    for (let unit = sorted[next]; unit !== undefined && unit < to; unit = sorted[++next]) {
      if (unit < at) continue;
      if (at < unit) remaining.push([at, unit]);
      at = unit + 1;
    }
    if (at < to) remaining.push([at, to]);
  }
  return remaining;
}

/** Returns what units of a line are worth; nothing of a line that the order doesn't have. */
export function worthOfUnits(line: LineWorth | undefined, units: UnitRange[]): Worth {
  const worth = { net: 0n, tax: 0n };
  if (!line) return worth;
  for (const [from, to] of units) {
    const [before, upTo] = [line.ofFirst(from), line.ofFirst(to)];
    worth.net += upTo.net - before.net;
    worth.tax += upTo.tax - before.tax;
  }
  return worth;
}
