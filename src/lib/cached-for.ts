/**
 * Returns a function that returns what `read` has returned, not older than `ms` for any number of callers: one call of
 * `read` runs at a time, and all who ask meanwhile share its result. A failed one is not kept.
 */
export function cachedFor<T>(ms: number, read: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  let latest: { value: T; until: number } | undefined;
  const renew = async () => {
    const value = await read();
    latest = { value, until: performance.now() + ms };
    return value;
  };
  return async () => {
    if (latest && performance.now() < latest.until) return latest.value;
    running ??= renew().finally(() => {
      running = undefined;
    });
    return running;
  };
}
