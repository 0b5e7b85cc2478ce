import type { PerReader } from "../../pages/html.ts";

const NUMBER = new Intl.NumberFormat("en");

type Counted = { count: number; isAtLeast: boolean };

/** Returns a number as people read it; "10,000+" when there are more than were counted. */
export function countText({ count, isAtLeast }: Counted): string {
  return `${NUMBER.format(count)}${isAtLeast ? "+" : ""}`;
}

/** Returns a whole number as the reader writes it. */
export function number(count: number): PerReader {
  return ({ locale }) => new Intl.NumberFormat(locale).format(count);
}

/** Returns a whole number as people read it. */
export function numberText(count: number): string {
  return NUMBER.format(count);
}

/** Returns the sum of counts, which is at least so much if one of them is. */
export function sumOf(counts: readonly Counted[]): Counted {
  return {
    count: counts.reduce((sum, { count }) => sum + count, 0),
    isAtLeast: counts.some(({ isAtLeast }) => isAtLeast),
  };
}
