import type { Logger } from "pino";
import { explainError } from "../../lib/explain-error.ts";
import { pause } from "../../lib/promises.ts";
import { isUnavailable } from "./errors.ts";
import { inspectDatabase } from "./inspect-database.ts";

const WAIT_MS = 60_000;
const RETRY_MS = 1_000;
/** How often the log says that it still waits. */
const LOG_EVERY = 10;

/**
 * Waits until the database accepts connections, for a minute at most, and logs that it waits. Throws at once
 * for errors that waiting doesn't resolve: an unknown database, a wrong password, a database that the service can't
 * use.
 */
export async function waitForDatabase(url: string, log: Logger, waitMs = WAIT_MS): Promise<void> {
  const end = performance.now() + waitMs;
  for (let attempt = 0; ; attempt++) {
    try {
      const { passesOptions } = await inspectDatabase(url);
      if (!passesOptions)
        log.info("the database is reached through a pooler; sessions begin with a statement");
      return;
    } catch (error) {
      const message = explainError(error);
      if (!isUnavailable(error)) throw error;
      if (performance.now() >= end) {
        throw new Error(
          `The database can't be reached for ${Math.round(waitMs / 1_000)} seconds: ${message}`,
          {
            cause: error,
          },
        );
      }
      if (attempt % LOG_EVERY === 0) {
        const seconds = Math.round((end - performance.now()) / 1_000);
        log.warn({ error: message }, `the database can't be reached; trying for ${seconds} s more`);
      }
    }
    await pause(RETRY_MS);
  }
}
