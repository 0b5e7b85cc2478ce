import { createLimiter, type Limiter, type Limits, type Release } from "../../lib/limiter.ts";
import { storeBusy } from "../../lib/problem.ts";

/** A limiter of requests, which throws 503 where a limiter returns undefined. */
export type StoreLimiter = {
  /** Acquires a slot. Throws 503 when a thousand calls of the store wait, after ten seconds, or when the caller leaves. */
  take(storeId: string, caller?: { signal: AbortSignal }): Promise<Release>;
  /** Runs the work with a slot of the store. */
  within<T>(storeId: string, work: () => Promise<T>): Promise<T>;
};

const WAITS = { waitMs: 10_000, maxWaiting: 1_000 } satisfies Partial<Limits>;

/** Divides slots among stores: a store may hold as many slots as are free, so that others always find one. */
export function createStoreLimiter(total: number): StoreLimiter {
  return throwing(createLimiter({ total, perOwner: "half", ...WAITS }));
}

/** Creates a mutex per key: one caller holds it at a time, and the others wait in order. */
export function createKeyedMutex(): StoreLimiter {
  return throwing(createLimiter({ perOwner: 1, ...WAITS }));
}

function throwing(limiter: Limiter): StoreLimiter {
  async function take(storeId: string, caller?: { signal: AbortSignal }): Promise<Release> {
    const release = await limiter.take(storeId, caller);
    if (!release) throw storeBusy();
    return release;
  }
  return {
    take,
    within: async (storeId, work) => {
      const release = await take(storeId);
      try {
        return await work();
      } finally {
        release();
      }
    },
  };
}
