/** A seeded random generator: the same seed produces the same sequence. */
export type Random = {
  /** Returns an integer, both ends inclusive. */
  between(from: number, to: number): number;
  chance(percent: number): boolean;
  pick<T>(from: readonly T[]): T;
  /** Returns up to `count` distinct elements, in random order. */
  some<T>(count: number, from: readonly T[]): T[];
  digits(count: number): string;
};

export function createRandom(seed: number): Random {
  const next = mulberry32(seed);
  const between = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  const pick = <T>(from: readonly T[]): T => {
    const index = between(0, from.length - 1);
    if (!(index in from)) throw new Error("There is nothing to pick from.");
    return from[index] as T;
  };
  return {
    between,
    pick,
    chance: (percent) => between(1, 100) <= percent,
    some: (count, from) => {
      const left = [...from];
      return Array.from({ length: Math.min(count, left.length) }, () =>
        pick(left.splice(between(0, left.length - 1), 1)),
      );
    },
    digits: (count) => Array.from({ length: count }, () => between(0, 9)).join(""),
  };
}

function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
