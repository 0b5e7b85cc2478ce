/** The number of an object's changes that succeeded, and of those with an unknown outcome. */
export type Count = { answered: number; unknown: number };

/** The writers' changes by object; keys are `type id`, such as `return ret_…`. */
export type Tally = {
  counts: Map<string, Count>;
  /** Responses that no request should get. */
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
