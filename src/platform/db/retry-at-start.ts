import type { Logger } from "pino";
import { explainError } from "../../lib/explain-error.ts";
import { pause } from "../../lib/promises.ts";
import { isConflict, isLockTimeout } from "./errors.ts";

const PATIENCE_MS = 60_000;
const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 5_000;

/**
 * Repeats a step of the start that other sessions were in the way of, by a deadlock, a lock or a serialization failure:
 * after pauses that grow, for a minute. Each try is logged. Other errors are thrown at once.
 */
export async function retryAtStart<T>(
  what: string,
  work: () => Promise<T>,
  log: Pick<Logger, "warn">,
): Promise<T> {
  const end = performance.now() + PATIENCE_MS;
  let retryInMs = FIRST_PAUSE_MS;
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const isPassing = isConflict(error) || isLockTimeout(error);
      if (!isPassing || performance.now() + retryInMs > end) throw error;
      const reason = explainError(error);
      log.warn({ attempt, reason, retryInMs }, `${what} has given way to other sessions; it is tried again`);
    }
    await pause(retryInMs);
    retryInMs = Math.min(2 * retryInMs, MAX_PAUSE_MS);
  }
}
