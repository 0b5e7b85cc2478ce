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

/** Reports the attempts of this process to connect to a database. Returns how to stop. */
export function followAttempts(url: string, outage: Outage): () => void {
  return serverAt(url).onAttempt((error) => (error ? outage.failed(error) : outage.succeeded()));
}
