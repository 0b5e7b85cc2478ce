/** How long attempts take: 0 quick, 1 medium, 2 slow. Quick receivers share no permits with slow ones. */
export type Speed = 0 | 1 | 2;

const MEDIUM_MS = 250;
const SLOW_MS = 2_000;
/** The weight of the last attempt in the moving average. */
const WEIGHT = 0.5;
const MAX_KNOWN = 10_000;

export type ReceiverSpeeds = {
  /** The level of a webhook's recent attempts; undefined before the first. */
  speedOf(webhook: string): Speed | undefined;
  /** Records an attempt that has ended. */
  note(webhook: string, durationMs: number): void;
  /** Records an attempt that still runs. */
  noteAge(webhook: string, ageMs: number): void;
};

/** Returns the level of an attempt that took this long. */
export function levelOf(durationMs: number): Speed {
  if (durationMs < MEDIUM_MS) return 0;
  return durationMs < SLOW_MS ? 1 : 2;
}

/** Keeps a moving average of the durations per webhook, for those that were sent to last. */
export function createReceiverSpeeds(): ReceiverSpeeds {
  const averages = new Map<string, number>();

  function store(webhook: string, durationMs: number) {
    averages.delete(webhook);
    averages.set(webhook, durationMs);
    for (const [first] of averages) {
      if (averages.size <= MAX_KNOWN) break;
      averages.delete(first);
    }
  }

  return {
    speedOf: (webhook) => {
      const durationMs = averages.get(webhook);
      return durationMs === undefined ? undefined : levelOf(durationMs);
    },
    note: (webhook, durationMs) => {
      const previous = averages.get(webhook) ?? durationMs;
      store(webhook, previous + (durationMs - previous) * WEIGHT);
    },
    noteAge: (webhook, ageMs) => store(webhook, Math.max(ageMs, averages.get(webhook) ?? 0)),
  };
}
