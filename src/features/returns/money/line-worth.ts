import { amountOf, divideHalfUp, greater } from "../../../lib/money.ts";

/** A line of an order in exact numbers. */
export type LineParts = {
  quantity: bigint;
  /** What a unit costs before discounts, and what the line is worth after them; of `one` in each smallest unit. */
  price: bigint;
  worth: bigint;
  one: bigint;
  /** The line's share of the order's tax in smallest units, and whether the prices include it. */
  tax: bigint;
  isTaxIncluded: boolean;
};

/** What units are worth in smallest units: without tax, and their tax. */
export type Worth = { net: bigint; tax: bigint };

/**
 * What the units of a line are worth. The first n units are worth n/quantity of the line, rounded half up, so that the
 * units k+1 … k+n, which are worth the difference, always add up to the line.
 */
export class LineWorth {
  /** What a unit is shown to cost before discounts. No unit is worth more. */
  readonly price: bigint;
  readonly isTaxIncluded: boolean;
  private readonly parts: LineParts;
  private readonly total: bigint;
  private readonly isTiny: boolean;

  constructor(parts: LineParts) {
    const { price, worth, one, quantity, tax, isTaxIncluded } = parts;
    this.parts = parts;
    this.isTaxIncluded = isTaxIncluded;
    this.total = divideHalfUp(worth, one);
    const most = ceiling(worth, one * quantity);
    this.price = greater(divideHalfUp(price, one), most);
    this.isTiny = isTaxIncluded && ceiling(tax, quantity) > worth / (one * quantity);
  }

  /** Returns what the first units of the line are worth. */
  ofFirst(units: number): Worth {
    const { isTaxIncluded } = this.parts;
    const count = BigInt(units);
    const worth = this.worthOfFirst(count);
    const tax = this.taxOfFirst(count, worth);
    return { net: isTaxIncluded ? worth - tax : worth, tax };
  }

  /** Returns what all units cost before discounts, and what was taken off, as exact decimals. */
  before(digits: number): { price: string; discount: string } {
    const { price, quantity, worth, one } = this.parts;
    const decimals = digits + String(one).length - 1;
    const whole = price * quantity;
    return { price: amountOf(whole, decimals), discount: amountOf(whole - worth, decimals) };
  }

  private worthOfFirst(units: bigint): bigint {
    const { worth, one, quantity } = this.parts;
    return divideHalfUp(worth * units, one * quantity);
  }

  /** Where a unit's tax may round up to more than its price rounds down to, the tax follows the rounded price. */
  private taxOfFirst(units: bigint, worth: bigint): bigint {
    const { tax, quantity } = this.parts;
    if (tax === 0n) return 0n;
    return this.isTiny ? divideHalfUp(tax * worth, this.total) : divideHalfUp(tax * units, quantity);
  }
}

function ceiling(dividend: bigint, divisor: bigint): bigint {
  return (dividend + divisor - 1n) / divisor;
}
