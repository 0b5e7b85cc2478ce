import type pg from "pg";
import { PgBoss } from "pg-boss";
import type { Logger } from "pino";
import { within } from "../lib/within.ts";
import { logOutage } from "../platform/db/log-outage.ts";
import { createNotifier } from "../platform/db/notifier.ts";
import { retryAtStart } from "../platform/db/retry-at-start.ts";
import { createQueues } from "../workers.ts";

/** Closing is abandoned after this time: an unresponsive database would block it. */
const CLOSE_WITHIN_MS = 4_000;

/** What pg-boss runs its statements by. */
type QueueDatabase = NonNullable<ConstructorParameters<typeof PgBoss>[0]["db"]>;

/** A server supervises the queue; a server with workers also schedules the timed jobs. */
type Queueing = { supervises: boolean; schedules: boolean };

/** Opens the job queue and creates its queues; sessions that are in the way are waited for. */
export function openQueue(url: string, pool: pg.Pool, log: Logger, queueing: Queueing): Promise<PgBoss> {
  return retryAtStart("opening the job queue", () => openOnce(url, pool, log, queueing), log);
}

export async function closeQueue(boss: PgBoss): Promise<void> {
  await within(CLOSE_WITHIN_MS, boss.stop({ graceful: true, timeout: 2_000 }));
}

async function openOnce(
  url: string,
  pool: pg.Pool,
  log: Logger,
  { supervises, schedules }: Queueing,
): Promise<PgBoss> {
  const boss = new PgBoss({
    db: queueDatabase(url, pool, log),
    useListenNotify: supervises,
    supervise: supervises,
    // Retries jobs of killed processes and deletes finished ones; the defaults are a minute and a day.
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
    maintenanceIntervalSeconds: 60,
    schedule: schedules,
  });
  boss.on("error", (error) => log.error({ err: errorOf(error) }, "the job queue failed"));
  boss.on("warning", (warning) => log.warn({ warning }, "the job queue warns"));
  try {
    await boss.start();
    await createQueues(boss);
    return boss;
  } catch (error) {
    await within(CLOSE_WITHIN_MS, boss.stop({ graceful: false })).catch(() => undefined);
    throw error;
  }
}

/**
 * Returns the database of pg-boss on the service's own connections: pg-boss would open its own ones by one fixed host,
 * and keep them when that no longer accepts writes.
 */
function queueDatabase(url: string, pool: pg.Pool, log: Logger): QueueDatabase {
  const outage = logOutage(log, "the connection for notifications of jobs");
  return {
    executeSql: (text, values) => pool.query(text, values),
    // It need not be connected yet: workers look for jobs from time to time all the same.
    listen: async (channel, onPayload, onListening) => {
      const notifier = createNotifier({ url, channel, outage, onPayload, onListening });
      notifier.listen();
      return notifier;
    },
  };
}

/** pg-boss copies some errors into plain objects. */
function errorOf(thrown: Error): Error {
  return thrown instanceof Error ? thrown : Object.assign(new Error(), thrown);
}
