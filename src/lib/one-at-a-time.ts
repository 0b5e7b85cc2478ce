/** Runs of the same work, of which one is in progress at a time, and one more at most has been asked for. */
export type Runs = {
  /** Runs the work after a time in which further calls join this one. */
  soon(): void;
  /** Runs the work at once, or after the run in progress; resolves when that run has ended. */
  now(): Promise<void>;
};

/** Returns runs of `work`, which handles its own errors; `soon` begins one after `delayMs`. */
export function oneAtATime(work: () => Promise<void>, delayMs = 0): Runs {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last = Promise.resolve();
  let hasNext = false;

  function now(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    if (hasNext) return last;
    hasNext = true;
    last = last.then(() => {
      hasNext = false;
      return work();
    });
    return last;
  }

  const soon = () => {
    timer ??= setTimeout(now, delayMs);
  };
  return { soon, now };
}
