import pg from "pg";
import { retryOnConflict } from "./retry-on-conflict.ts";
import type { Wait, Watch } from "./watch.ts";

type Connected = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  release: (error?: Error) => void,
) => void;

/**
 * A pool whose single statements, each a transaction of its own, are tried once more when they lose against another. Nobody
 * waits for a connection to a database that says nothing.
 */
export class SteadyPool extends pg.Pool {
  private readonly watch: Watch;

  constructor(options: pg.PoolConfig & { watch: Watch }) {
    super(options);
    this.watch = options.watch;
  }

  // The overloads are those of pg; what comes in goes on as it is.
  override query(...given: unknown[]): never {
    const send = () => Reflect.apply(super.query, this, given) as Promise<unknown>;
    return retryOnConflict(send) as never;
  }

  override connect(given?: Connected): never {
    if (given) return this.connectInTime(given) as never;
    const { promise, resolve, reject } = Promise.withResolvers<pg.PoolClient | undefined>();
    this.connectInTime((error, client) => (error ? reject(error) : resolve(client)));
    return promise as never;
  }

  private connectInTime(connected: Connected): void {
    const { watch } = this;
    const silence = watch.silence();
    if (silence) {
      queueMicrotask(() => connected(silence, undefined, () => {}));
      return;
    }
    let hasFailed = false;
    const wait: Wait = {
      since: performance.now(),
      fail: (error) => {
        hasFailed = true;
        watch.waits.delete(wait);
        connected(error, undefined, () => {});
      },
    };
    watch.waits.add(wait);
    super.connect((error, client, release) => {
      watch.waits.delete(wait);
      if (!hasFailed) connected(error, client, release);
      else if (client) release();
    });
  }
}
