import type { Big } from "big.js";
import { decimal, type PricedLine, valueOfFirst } from "../lib/money.ts";
import { createYielder } from "../lib/yielder.ts";

/** Units `from` up to, and without, `to` of an order's line, counted from 0. */
export type UnitRange = [from: number, to: number];

/**
 * Takes units of a line that nobody holds, the lowest first; undefined when fewer are left than are wanted. `held` comes joined.
 * A deleted return leaves a gap, which is filled before the end, so that every unit of a line is paid back at most once.
 */
export function createUnitAllocator(
  ordered: number,
  held: UnitRange[],
): (wanted: number) => UnitRange[] | undefined {
  let at = 0;
  let passed = 0;
  return (wanted) => {
    const taken: UnitRange[] = [];
    let missing = wanted;
    while (missing > 0 && at < ordered) {
      const [from, to] = held[passed] ?? [ordered, ordered];
      const free = Math.min(from - at, missing);
      if (free > 0) {
        taken.push([at, at + free]);
        missing -= free;
        at += free;
      } else {
        at = Math.max(at, to);
        passed++;
      }
    }
    return missing === 0 ? taken : undefined;
  };
}

/** The ranges, which are in order, without single units of them. */
export function withoutUnits(ranges: UnitRange[], removed: number[]): UnitRange[] {
  const inOrder = removed.toSorted((a, b) => a - b);
  const left: UnitRange[] = [];
  let next = 0;
  for (const [from, to] of ranges) {
    let at = from;
    for (let unit = inOrder[next]; unit !== undefined && unit < to; unit = inOrder[++next]) {
      if (unit < at) continue;
      if (at < unit) left.push([at, unit]);
      at = unit + 1;
    }
    if (at < to) left.push([at, to]);
  }
  return left;
}

/** What units of a line were paid with, after their share of its discount. */
export async function valueOfUnits(line: PricedLine, units: UnitRange[], currency: string): Promise<Big> {
  const pace = createYielder();
  let value = decimal(0);
  for (const [from, to] of units) {
    value = value.plus(valueOfFirst(line, to, currency)).minus(valueOfFirst(line, from, currency));
    await pace();
  }
  return value;
}

/** What one unit of a line was paid with. */
export function valueOfUnit(line: PricedLine, unit: number, currency: string): Big {
  return valueOfFirst(line, unit + 1, currency).minus(valueOfFirst(line, unit, currency));
}
