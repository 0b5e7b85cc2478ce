/** What fails again and again, and works again at some time. */
export type Outage = { failed(error: unknown): void; succeeded(): void };

export type OutageReport = {
  /** Is called when it begins, and once a minute while it lasts; `forMs` is 0 when it begins. */
  onFailure(error: unknown, forMs: number): void;
  /** Is called when an outage that was reported is over. */
  onEnd(forMs: number): void;
};

const REPEATED_MS = 60_000;
/** What breaks and recovers again and again is reported this often. */
const FLAPPING_MS = 10_000;

/** Reports an outage when it begins, once a minute while it lasts, and when it is over, however often it is noticed. */
export function createOutage(
  { onFailure, onEnd }: OutageReport,
  clock: () => number = () => performance.now(),
): Outage {
  let since: number | undefined;
  let isReported = false;
  let reportedAt = Number.NEGATIVE_INFINITY;
  return {
    failed: (error) => {
      const now = clock();
      since ??= now;
      if (now - reportedAt < (isReported ? REPEATED_MS : FLAPPING_MS)) return;
      isReported = true;
      reportedAt = now;
      onFailure(error, now - since);
    },
    succeeded: () => {
      if (since === undefined) return;
      const forMs = clock() - since;
      const wasReported = isReported;
      since = undefined;
      isReported = false;
      if (wasReported) onEnd(forMs);
    },
  };
}
