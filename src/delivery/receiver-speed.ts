/** How long attempts take: `quick` ones share nothing with those that hold a place for long. */
export const SPEEDS = ["quick", "medium", "slow"] as const;
export type Speed = 0 | 1 | 2;

const MEDIUM_MS = 250;
const SLOW_MS = 2_000;
/** How much the last attempt says of the next one. */
const WEIGHT = 0.5;
const MAX_KNOWN = 10_000;

export type ReceiverSpeeds = {
  /** How long a webhook's attempts take of late; undefined when it had none. */
  speedOf(webhook: string): Speed | undefined;
  /** An attempt has ended. */
  note(webhook: string, durationMs: number): void;
  /** An attempt has lasted so long and goes on. */
  noteAge(webhook: string, ageMs: number): void;
};

export function levelOf(durationMs: number): Speed {
  if (durationMs < MEDIUM_MS) return 0;
  return durationMs < SLOW_MS ? 1 : 2;
}

/** Remembers of the webhooks that were sent something last how long that took. */
export function createReceiverSpeeds(): ReceiverSpeeds {
  const known = new Map<string, number>();

  function keep(webhook: string, durationMs: number) {
    known.delete(webhook);
    known.set(webhook, durationMs);
    for (const [first] of known) {
      if (known.size <= MAX_KNOWN) break;
      known.delete(first);
    }
  }

  return {
    speedOf: (webhook) => {
      const durationMs = known.get(webhook);
      return durationMs === undefined ? undefined : levelOf(durationMs);
    },
    note: (webhook, durationMs) => {
      const before = known.get(webhook) ?? durationMs;
      keep(webhook, before + (durationMs - before) * WEIGHT);
    },
    noteAge: (webhook, ageMs) => keep(webhook, Math.max(ageMs, known.get(webhook) ?? 0)),
  };
}
