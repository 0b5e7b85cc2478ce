export type PlaceLimits = {
  /** How many places one key may have at once. */
  perKey: number;
  total: number;
};

/** Gives out places to do something at once: the function that gives a place back, or undefined when there is none. */
export function createSemaphores({ perKey, total }: PlaceLimits): (key: string) => (() => void) | undefined {
  const taken = new Map<string, number>();
  let all = 0;
  const change = (key: string, by: 1 | -1) => {
    all += by;
    const count = (taken.get(key) ?? 0) + by;
    if (count === 0) taken.delete(key);
    else taken.set(key, count);
  };
  return (key) => {
    if (all >= total || (taken.get(key) ?? 0) >= perKey) return undefined;
    change(key, 1);
    let isTaken = true;
    return () => {
      if (isTaken) change(key, -1);
      isTaken = false;
    };
  };
}
