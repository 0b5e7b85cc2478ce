import type { Logger } from "pino";
import { pause } from "../../lib/promises.ts";

/** How long one job runs before other jobs of its queue have their turn. */
const TURN_MS = 20_000;
/** This many consecutive failures are taken as a fault of the database, not of single stores. */
const MAX_CONSECUTIVE_FAILURES = 20;

/**
 * Runs a slice for each item in turn, repeatedly, until all are done or the time is up, so that a store with
 * much work doesn't delay others. After each slice it pauses as long as the slice took. A failing item is
 * logged and skipped; when all fail, or many consecutively, throws the last error. Returns the unfinished
 * items, those that waited longest first.
 */
export async function workInSlices<Item extends { storeId: string }>(
  { log }: { log: Logger },
  items: readonly Item[],
  slice: (item: Item) => Promise<boolean>,
  turnMs: number = TURN_MS,
): Promise<Item[]> {
  const until = performance.now() + turnMs;
  const waiting = [...items];
  let successes = 0;
  let consecutiveFailures = 0;
  let failure: unknown;
  while (waiting.length > 0 && performance.now() < until) {
    const unfinished: Item[] = [];
    for (const item of waiting.splice(0)) {
      const startedAt = performance.now();
      if (startedAt >= until) {
        waiting.push(item);
        continue;
      }
      try {
        if (await slice(item)) unfinished.push(item);
        successes++;
        consecutiveFailures = 0;
      } catch (error) {
        log.error({ err: error, ...(item as object) }, "a slice of background work failed; others continue");
        consecutiveFailures++;
        failure = error;
        if (consecutiveFailures === MAX_CONSECUTIVE_FAILURES) throw error;
      }
      await pause(performance.now() - startedAt);
    }
    waiting.push(...unfinished);
  }
  if (failure !== undefined && successes === 0) throw failure;
  return waiting;
}
