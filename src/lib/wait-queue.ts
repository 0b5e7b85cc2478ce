import { problem } from "./problem.ts";

/** A caller that may stop waiting, such as a request. */
export type Abortable = { signal: AbortSignal };

/** A first-in first-out queue of callers. */
export type WaitQueue = {
  /**
   * Resolves when it is the caller's turn. Throws 503 after `waitMs`, when too many wait, or when the caller
   * aborts.
   */
  join(caller?: Abortable): Promise<void>;
  /** Resolves the first caller; false when the queue is empty. */
  next(): boolean;
  length(): number;
};

/** Creates a queue of at most `maxWaiting` callers, which wait at most `waitMs`. */
export function createWaitQueue({ waitMs, maxWaiting }: { waitMs: number; maxWaiting: number }): WaitQueue {
  const waiting = new Set<() => void>();

  function join(caller?: Abortable): Promise<void> {
    const signal = caller?.signal;
    if (waiting.size >= maxWaiting || signal?.aborted) return Promise.reject(storeBusy());
    return new Promise((resolve, reject) => {
      const abort = () => {
        end();
        reject(storeBusy());
      };
      const timer = setTimeout(abort, waitMs);
      const end = () => {
        waiting.delete(go);
        clearTimeout(timer);
        signal?.removeEventListener("abort", abort);
      };
      const go = () => {
        end();
        resolve();
      };
      waiting.add(go);
      signal?.addEventListener("abort", abort);
    });
  }

  function next(): boolean {
    const [go] = waiting;
    go?.();
    return go !== undefined;
  }

  return { join, next, length: () => waiting.size };
}

/** Returns the 503 of a store with too many waiting requests. */
export function storeBusy() {
  return problem("store_busy", "Too many requests of this store are waiting; try again.", {
    headers: { "Retry-After": "1" },
  });
}
