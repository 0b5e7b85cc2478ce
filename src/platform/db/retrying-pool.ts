import { recorder } from "../tracing/tracing.ts";
import { isConflict } from "./errors.ts";
import { type Acquired, ServicePool, type ServicePoolOptions } from "./service-pool.ts";
import type { PendingConnect, Watchdog } from "./watchdog.ts";

/**
 * A pool that retries single statements, each its own transaction, once after a conflict with another
 * transaction. While the database is unresponsive, waiting for a connection fails at once.
 */
export class RetryingPool extends ServicePool {
  /** The pool of statements that look up by key, if there is one. */
  byKey?: RetryingPool;
  private readonly watchdog: Watchdog;

  constructor(options: ServicePoolOptions & { watchdog: Watchdog }) {
    super(options);
    this.watchdog = options.watchdog;
  }

  // Has the overloads of pg's method; arguments are passed on unchanged.
  override query(...args: unknown[]): never {
    const send = () => Reflect.apply(super.query, this, args) as Promise<unknown>;
    return send().catch((error) => (isConflict(error) ? send() : Promise.reject(error))) as never;
  }

  protected override acquire(callback: Acquired): void {
    const { watchdog } = this;
    const { unresponsiveError } = watchdog;
    if (unresponsiveError) {
      queueMicrotask(() => callback(unresponsiveError, undefined, () => {}));
      return;
    }
    let hasFailed = false;
    const connected = recorder?.bound(callback) ?? callback;
    const pending: PendingConnect = {
      since: performance.now(),
      fail: (error) => {
        hasFailed = true;
        watchdog.pendingConnects.delete(pending);
        connected(error, undefined, () => {});
      },
    };
    watchdog.pendingConnects.add(pending);
    super.acquire(
      (error, client, release) => {
        watchdog.pendingConnects.delete(pending);
        if (!hasFailed) connected(error, client, release);
        else if (client) release();
      },
      () => !hasFailed,
    );
  }
}
