/** How many changes of an object succeeded, and of how many the outcome is unknown. */
export type Count = { answered: number; unknown: number };

/** What writers did to objects, by `type id`: `return ret_…`. */
export type Tally = {
  counts: Map<string, Count>;
  /** Answers that no request deserves. */
  faults: string[];
  add(key: string, outcome: keyof Count): void;
};

export function createTally(): Tally {
  const counts = new Map<string, Count>();
  return {
    counts,
    faults: [],
    add: (key, outcome) => {
      const count = counts.get(key) ?? { answered: 0, unknown: 0 };
      count[outcome]++;
      counts.set(key, count);
    },
  };
}
