import { divideHalfUp, greater, minorOf } from "../../../lib/money.ts";
import type { LineWorth, Worth } from "./line-worth.ts";
import type { OrderWorth } from "./order-worth.ts";
import { type UnitRange, worthOfUnits } from "./units.ts";

/** What a returned item was worth when its return was created, and which units of the line it is. */
type Item = { lineItemId: string; quantity: number; units: UnitRange[]; value: string; tax: string };

/** The amounts of a unit in smallest units: `price` is without tax, and less the discount it is `net`. */
export type UnitWorth = Worth & { price: bigint; discount: bigint };

export type ItemWorth = UnitWorth & {
  /** Returns the amounts of one of the item's units of the line. Call it with units in order. */
  ofUnit(unit: number): UnitWorth;
};

/**
 * Returns the amounts of an item and of its units, which always add up. Its units are worth what the order's rule gives
 * them if that is the stored value of the item; otherwise the value is spread over them: it stays what it was when the
 * return was created.
 */
export function itemWorth(item: Item, { lines, digits }: OrderWorth): ItemWorth {
  const { quantity } = item;
  const stored = { net: minorOf(item.value, digits), tax: minorOf(item.tax, digits) };
  const line = lines.get(item.lineItemId);
  const isTaxIncluded = line?.isTaxIncluded ?? false;
  const follows = line !== undefined && isSame(worthOfUnits(line, item.units), stored);
  const price = follows ? line.price : priceOf(line, stored, quantity);
  const amountsOf = ({ net, tax }: Worth, units: bigint): UnitWorth => {
    const before = price * units;
    const discount = before - (isTaxIncluded ? net + tax : net);
    return { price: net + discount, discount, net, tax };
  };
  const placeOf = createPlaces(item.units);
  const partOf = createParts(follows ? (units) => line.ofFirst(units) : spread(stored, quantity));
  return {
    ...amountsOf(stored, BigInt(quantity)),
    ofUnit: (unit) => amountsOf(partOf(follows ? unit : placeOf(unit)), 1n),
  };
}

/** Returns what some of an item's units are worth, by the same rule. */
export function worthOfItemUnits(item: Item, units: UnitRange[], order: OrderWorth): Worth {
  const line = order.lines.get(item.lineItemId);
  const stored = { net: minorOf(item.value, order.digits), tax: minorOf(item.tax, order.digits) };
  if (line && isSame(worthOfUnits(line, item.units), stored)) return worthOfUnits(line, units);
  return spread(stored, item.quantity)(units.reduce((sum, [from, to]) => sum + to - from, 0));
}

function isSame(a: Worth, b: Worth): boolean {
  return a.net === b.net && a.tax === b.tax;
}

/** Returns the line's price, or the most that a unit of the item is worth, if that is more. */
function priceOf(line: LineWorth | undefined, { net, tax }: Worth, quantity: number): bigint {
  const units = BigInt(Math.max(quantity, 1));
  const worth = line?.isTaxIncluded ? net + tax : net;
  // Net and tax are rounded each.
  const most = (worth + units - 1n) / units + (line?.isTaxIncluded ? 1n : 0n);
  return greater(line?.price ?? 0n, most);
}

function spread({ net, tax }: Worth, quantity: number): (units: number) => Worth {
  const all = BigInt(Math.max(quantity, 1));
  return (units) => ({
    net: divideHalfUp(net * BigInt(units), all),
    tax: divideHalfUp(tax * BigInt(units), all),
  });
}

/** Returns a function from a unit of the line to its place among the item's units, which come in order. */
function createPlaces(units: UnitRange[]): (unit: number) => number {
  let [index, before] = [0, 0];
  return (unit) => {
    for (let range = units[index]; range && unit >= range[1]; range = units[++index]) {
      before += range[1] - range[0];
    }
    return before + unit - (units[index]?.[0] ?? unit);
  };
}

/** Returns a function from an index to its part of a cumulative sum. Caches the last sum, which the next needs. */
function createParts(sumOfFirst: (count: number) => Worth): (index: number) => Worth {
  let last: Worth = { net: 0n, tax: 0n };
  let count = 0;
  return (index) => {
    const before = count === index ? last : sumOfFirst(index);
    last = sumOfFirst(index + 1);
    count = index + 1;
    return { net: last.net - before.net, tax: last.tax - before.tax };
  };
}
