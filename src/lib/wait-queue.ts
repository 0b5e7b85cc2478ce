import { problem } from "./problem.ts";

/** Who waits, as far as it may leave before its turn: a request. */
export type Abortable = { signal: AbortSignal };

/** Those who wait for one thing, first come first served. */
export type WaitQueue = {
  /** Resolves when it is the caller's turn; throws 503 when that takes too long, when too many wait, or when the caller leaves. */
  join(caller?: Abortable): Promise<void>;
  /** Whose turn it is goes; false when nobody waits. */
  next(): boolean;
  length(): number;
};

/** At most so many wait, and none for longer than `waitMs`. */
export function createWaitQueue({ waitMs, maxWaiting }: { waitMs: number; maxWaiting: number }): WaitQueue {
  const waiting = new Set<() => void>();

  function join(caller?: Abortable): Promise<void> {
    const leaves = caller?.signal;
    if (waiting.size >= maxWaiting || leaves?.aborted) return Promise.reject(busy());
    return new Promise((resolve, reject) => {
      const leave = () => {
        end();
        reject(busy());
      };
      const timer = setTimeout(leave, waitMs);
      const end = () => {
        waiting.delete(go);
        clearTimeout(timer);
        leaves?.removeEventListener("abort", leave);
      };
      const go = () => {
        end();
        resolve();
      };
      waiting.add(go);
      leaves?.addEventListener("abort", leave);
    });
  }

  function next(): boolean {
    const [go] = waiting;
    go?.();
    return go !== undefined;
  }

  return { join, next, length: () => waiting.size };
}

function busy() {
  return problem(503, "Too many requests of this store wait for each other; try again.", {
    headers: { "Retry-After": "1" },
  });
}
