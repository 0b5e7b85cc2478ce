import { pause } from "./promises.ts";

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;

export type Trying = {
  isStopped(): boolean;
  onError(error: unknown): void;
  /** Ends a pause early, when the next attempt may well succeed. */
  wake?(): Promise<unknown>;
};

/**
 * Repeats an attempt until it succeeds or is stopped: one at a time, after pauses that double up to five seconds and
 * differ between processes.
 */
export async function keepTrying(attempt: () => Promise<void>, options: Trying): Promise<void> {
  const { isStopped, onError, wake } = options;
  for (let longest = FIRST_PAUSE_MS; !isStopped(); longest = Math.min(2 * longest, LONGEST_PAUSE_MS)) {
    try {
      return await attempt();
    } catch (error) {
      onError(error);
    }
    const time = pause(longest * (0.5 + Math.random() / 2));
    const woken = wake?.().then(
      () => pause(FIRST_PAUSE_MS * Math.random()),
      () => time,
    );
    await (woken ? Promise.race([time, woken]) : time);
  }
}
