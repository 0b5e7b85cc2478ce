import type pg from "pg";
import type { PgBoss } from "pg-boss";
import type { Notifier } from "../../platform/db/notifier.ts";

/** What pg-boss runs its statements by. */
type QueueDatabase = NonNullable<ConstructorParameters<typeof PgBoss>[0]["db"]>;
type Handlers = { onPayload(payload: string): void; onListening(): void };

/**
 * Returns the database of pg-boss on the service's own connections: pg-boss would open its own ones by one fixed host,
 * and keep them when that no longer accepts writes.
 */
export function queueDatabase(
  pool: pg.Pool,
  openNotifier: (channel: string, handlers: Handlers) => Notifier,
): QueueDatabase {
  return {
    executeSql: (text, values) => pool.query(text, values),
    // It need not be connected yet: workers look for jobs from time to time all the same.
    listen: async (channel, onPayload, onListening) => {
      const notifier = openNotifier(channel, { onPayload, onListening });
      notifier.listen();
      return notifier;
    },
  };
}
