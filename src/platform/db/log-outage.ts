import type { Logger } from "pino";
import { createOutage, type Outage } from "../../lib/outage.ts";
import { serverAt } from "./server.ts";

/** Returns an outage that is logged: `what` is a singular, such as "the connection for notifications". */
export function logOutage(log: Logger, what: string): Outage {
  return createOutage({
    onFailure: (err, forMs) => {
      const seconds = Math.round(forMs / 1_000);
      if (forMs === 0) log.warn({ err }, `${what} broke`);
      else log.warn({ err, seconds }, `${what} is still broken`);
    },
    onEnd: (forMs) => log.info({ seconds: Math.round(forMs / 1_000) }, `${what} is back`),
  });
}

/** What goes wrong with the connections of this process to a database is logged, until it stops using it. */
export type ConnectionLog = { failed(error: Error): void; stop(): void };

/** Returns the log of the connections to `url`; `what` as in `logOutage`. */
export function logConnections(log: Logger, what: string, url: string): ConnectionLog {
  const outage = logOutage(log, what);
  let isStopped = false;
  const stopFollowing = serverAt(url).onAttempt((error) =>
    error ? outage.failed(error) : outage.succeeded(),
  );
  return {
    failed: (error) => {
      if (!isStopped) outage.failed(error);
    },
    stop: () => {
      isStopped = true;
      stopFollowing();
    },
  };
}
