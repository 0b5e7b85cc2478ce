export type SemaphoreLimits = {
  /** The maximum per key. */
  perKey: number;
  total: number;
};

/** Returns a function that acquires a permit for a key and returns its release, or undefined at a limit. */
export function createSemaphores({
  perKey,
  total,
}: SemaphoreLimits): (key: string) => (() => void) | undefined {
  const held = new Map<string, number>();
  let all = 0;
  const change = (key: string, by: 1 | -1) => {
    all += by;
    const count = (held.get(key) ?? 0) + by;
    if (count === 0) held.delete(key);
    else held.set(key, count);
  };
  return (key) => {
    if (all >= total || (held.get(key) ?? 0) >= perKey) return undefined;
    change(key, 1);
    let isHeld = true;
    return () => {
      if (isHeld) change(key, -1);
      isHeld = false;
    };
  };
}
