export type SamplerOptions = {
  /** How long a reading is used. */
  maxAgeMs: number;
  /** How long a caller waits for a new one. */
  maxWaitMs: number;
  onError(error: unknown): void;
};

/**
 * Returns a function that returns the latest reading, or undefined when it failed or takes longer than the
 * caller may wait. A reading starts when one is asked for and the last is too old, and one runs at a time, so
 * neither many callers nor a slow database add to the load.
 */
export function createSampler<Reading>(
  read: () => Promise<Reading>,
  { maxAgeMs, maxWaitMs, onError }: SamplerOptions,
): () => Promise<Reading | undefined> {
  let until = Number.NEGATIVE_INFINITY;
  let running: Promise<Reading | undefined> | undefined;
  let latest: Reading | undefined;

  async function sample() {
    try {
      latest = await read();
    } catch (error) {
      latest = undefined;
      onError(error);
    }
    until = performance.now() + maxAgeMs;
    running = undefined;
    return latest;
  }

  return async () => {
    if (performance.now() < until) return latest;
    running ??= sample();
    const late = Promise.withResolvers<undefined>();
    const timer = setTimeout(late.resolve, maxWaitMs);
    const reading = await Promise.race([running, late.promise]);
    clearTimeout(timer);
    return reading;
  };
}
