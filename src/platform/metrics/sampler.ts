import { cachedFor } from "../../lib/cached-for.ts";

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
  const sample = cachedFor(maxAgeMs, async () => {
    try {
      return await read();
    } catch (error) {
      onError(error);
      return undefined;
    }
  });
  return async () => {
    const late = Promise.withResolvers<undefined>();
    const timer = setTimeout(late.resolve, maxWaitMs);
    try {
      return await Promise.race([sample(), late.promise]);
    } finally {
      clearTimeout(timer);
    }
  };
}
