/** Resolves after `ms`, or when the signal is aborted. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener("abort", end);
    if (signal?.aborted) end();
  });
}

/**
 * Returns a wait until a whole number of steps has passed since the call: what takes shorter or longer within a step looks
 * the same.
 */
export function createSteps(stepMs: number): () => Promise<void> {
  const start = performance.now();
  return () => {
    const passed = performance.now() - start;
    return pause(Math.max(1, Math.ceil(passed / stepMs)) * stepMs - passed);
  };
}

/** Returns a promise that is awaited later: until then its rejection doesn't count as unhandled. */
export function awaitedLater<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}
