import type { Big } from "big.js";
import { type PricedLine, sum, valueOfFirst } from "../lib/money.ts";

/** Units `from` up to, and without, `to` of an order's line, counted from 0. */
export type UnitRange = [from: number, to: number];

/**
 * The lowest `wanted` units of a line that nobody holds; undefined when fewer are left. `held` comes joined. A deleted return
 * leaves a gap, which is filled before the end, so that every unit of a line is paid back at most once.
 */
export function takeUnits(ordered: number, held: UnitRange[], wanted: number): UnitRange[] | undefined {
  const taken: UnitRange[] = [];
  let missing = wanted;
  let at = 0;
  for (const [from, to] of [...held, [ordered, ordered] as UnitRange]) {
    const free = Math.min(from - at, missing);
    if (free > 0) {
      taken.push([at, at + free]);
      missing -= free;
    }
    at = Math.max(at, to);
  }
  return missing === 0 ? taken : undefined;
}

/** The same units in as few ranges as they need, the lowest first. */
export function joined(ranges: UnitRange[]): UnitRange[] {
  const result: UnitRange[] = [];
  for (const [from, to] of ranges.toSorted(([a], [b]) => a - b)) {
    const last = result.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else result.push([from, to]);
  }
  return result;
}

/** The ranges without single units of them. */
export function withoutUnits(ranges: UnitRange[], removed: number[]): UnitRange[] {
  const inOrder = [...new Set(removed)].toSorted((a, b) => a - b);
  return ranges.flatMap(([from, to]) => {
    const left: UnitRange[] = [];
    let at = from;
    for (const unit of inOrder.filter((one) => from <= one && one < to)) {
      if (at < unit) left.push([at, unit]);
      at = unit + 1;
    }
    if (at < to) left.push([at, to]);
    return left;
  });
}

/** What units of a line were paid with, after their share of its discount. */
export function valueOfUnits(line: PricedLine, units: UnitRange[], currency: string): Big {
  return sum(
    units.map(([from, to]) => valueOfFirst(line, to, currency).minus(valueOfFirst(line, from, currency))),
  );
}
