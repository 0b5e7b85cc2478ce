import pg from "pg";
import { tracing } from "../tracing/tracing.ts";
import { retryOnConflict } from "./retry-on-conflict.ts";
import type { PendingConnect, Watchdog } from "./watchdog.ts";

type Connected = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  release: (error?: Error) => void,
) => void;

/**
 * A pool that retries single statements, each its own transaction, once after a conflict with another
 * transaction. While the database is unresponsive, waiting for a connection fails at once.
 */
export class RetryingPool extends pg.Pool {
  private readonly watchdog: Watchdog;

  constructor(options: pg.PoolConfig & { watchdog: Watchdog }) {
    super(options);
    this.watchdog = options.watchdog;
  }

  // Has the overloads of pg's method; arguments are passed on unchanged.
  override query(...args: unknown[]): never {
    const send = () => Reflect.apply(super.query, this, args) as Promise<unknown>;
    return retryOnConflict(send) as never;
  }

  override connect(callback?: Connected): never {
    if (callback) return this.connectInTime(callback) as never;
    const { promise, resolve, reject } = Promise.withResolvers<pg.PoolClient | undefined>();
    this.connectInTime((error, client) => (error ? reject(error) : resolve(client)));
    return promise as never;
  }

  private connectInTime(callback: Connected): void {
    const { watchdog } = this;
    const unresponsiveError = watchdog.unresponsiveError();
    if (unresponsiveError) {
      queueMicrotask(() => callback(unresponsiveError, undefined, () => {}));
      return;
    }
    let hasFailed = false;
    const connected = tracing()?.bound(callback) ?? callback;
    const pending: PendingConnect = {
      since: performance.now(),
      fail: (error) => {
        hasFailed = true;
        watchdog.pendingConnects.delete(pending);
        connected(error, undefined, () => {});
      },
    };
    watchdog.pendingConnects.add(pending);
    super.connect((error, client, release) => {
      watchdog.pendingConnects.delete(pending);
      if (!hasFailed) connected(error, client, release);
      else if (client) release();
    });
  }
}
