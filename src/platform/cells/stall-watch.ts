/** Tells how long this process has run without a stop; a frozen process handles no announcement. */
export type StallWatch = {
  /** Whether the process has run without such a stop since `since`, of `performance.now()`, and for a while before. */
  hasRunSince(since: number): boolean;
};

const TICK_MS = 500;
/** A request, or a stop of the process, that is shorter than this ends before rows of a moved store are removed. */
const LONG_MS = 1_500;
/** What arrived while the process was stopped is handled within this time afterwards. */
const RECOVERY_MS = 5_000;

export function createStallWatch(): StallWatch {
  let lastTick = performance.now();
  let recoveredAt = Number.NEGATIVE_INFINITY;
  const tick = () => {
    const now = performance.now();
    if (now - lastTick > LONG_MS) recoveredAt = now + RECOVERY_MS;
    lastTick = now;
  };
  setInterval(tick, TICK_MS).unref();
  return {
    hasRunSince: (since) => {
      const now = performance.now();
      // The timer may be late itself, after the requests that waited.
      return now - since < LONG_MS && now - lastTick < LONG_MS && now > recoveredAt;
    },
  };
}
