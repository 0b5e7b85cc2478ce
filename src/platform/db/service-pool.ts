import pg from "pg";
import { isServerFull, isUnavailable } from "./errors.ts";
import type { Server } from "./server.ts";
import type { ServiceClient } from "./service-client.ts";

export type ServicePoolOptions = pg.PoolConfig & { server: Server };

export type Acquired = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  release: (error?: Error | boolean) => void,
) => void;

type PooledClient = pg.PoolClient & ServiceClient;

/** A call that waits for a connection, until a time of `performance.now()`. */
type Call = {
  callback: Acquired;
  isWanted: () => boolean;
  since: number;
  until: number;
  hasTried: boolean;
};

/** How long a call waits for a connection. */
const ACQUIRE_MS = 4_500;
const MIN_PAUSE_MS = 20;

/**
 * A pool of connections to a server that accepts writes. A connection that was retired while in use is closed instead
 * of being used again. While no new connection can be had, one call at a time tries, and the others wait for it or for a
 * connection that the pool has. In a pool without any, a call fails when an attempt has failed that began after the
 * call, its own or another's, unless the server is merely full.
 */
export class ServicePool extends pg.Pool {
  private readonly server: Server;
  private readonly acquireMs: number;
  /** How many connections are established, idle ones included. */
  private established = 0;
  private readonly waiters = new Set<() => void>();
  private stopFollowing: (() => void) | undefined;

  constructor(options: ServicePoolOptions) {
    super(options);
    this.server = options.server;
    this.acquireMs = options.connectionTimeoutMillis ?? ACQUIRE_MS;
    this.on("connect", () => this.established++);
    this.on("remove", () => this.established--);
    this.on("release", (_, client) => {
      (client as PooledClient).isIdle = true;
      // The pool makes the connection available only after this event.
      if (this.waiters.size > 0) queueMicrotask(() => this.wakeFirst());
    });
  }

  override connect(callback?: Acquired): never {
    if (callback) return this.acquire(callback) as never;
    const { promise, resolve, reject } = Promise.withResolvers<pg.PoolClient | undefined>();
    this.acquire((error, client) => (error ? reject(error) : resolve(client)));
    return promise as never;
  }

  /** Calls back with a connection or an error. When the call is no longer wanted, it stops waiting. */
  protected acquire(callback: Acquired, isWanted = () => true): void {
    const since = performance.now();
    this.attempt({ callback, isWanted, since, until: since + this.acquireMs, hasTried: false });
  }

  private attempt(call: Call): void {
    // A pool that may not grow only lends what it has.
    const mayGrow = this.idleCount === 0 && this.totalCount < this.options.max;
    const failure = mayGrow ? this.server.failure() : undefined;
    const endProbe = failure && this.server.beginProbe();
    if (failure && !endProbe) {
      this.wait(call, failure);
      return;
    }
    call.hasTried = true;
    super.connect((error, client) => {
      endProbe?.();
      this.receive(call, error, client as PooledClient | undefined);
    });
  }

  private receive(call: Call, error: Error | undefined, client: PooledClient | undefined): void {
    if (!client) {
      this.wait(call, error ?? new Error("the pool has no connection"));
      return;
    }
    client.isIdle = false;
    if (client.retiredBy) {
      client.release(client.retiredBy);
      this.attempt(call);
    } else hand(client, call.callback);
  }

  /** Attempts again when a connection becomes free or a new one may be had, if that is to be expected. */
  private wait(call: Call, error: Error): void {
    const hasFailed = call.hasTried || this.server.hasFailedSince(call.since);
    const mayHelp = !hasFailed || this.established > 0;
    const isExpected = isServerFull(error) || (mayHelp && isUnavailable(error));
    const leftMs = call.until - performance.now();
    if (!isExpected || leftMs <= 0 || this.ending || !call.isWanted()) {
      queueMicrotask(() => call.callback(error, undefined, () => {}));
      return;
    }
    const again = () => {
      clearTimeout(timer);
      this.waiters.delete(again);
      this.follow();
      this.attempt(call);
    };
    const probeMs = this.server.nextProbeAt() - performance.now();
    const timer = setTimeout(again, Math.min(Math.max(probeMs, MIN_PAUSE_MS), leftMs));
    this.waiters.add(again);
    this.follow();
  }

  /** While calls wait, each attempt of the process that ends lets them go on or fail. */
  private follow(): void {
    if (this.waiters.size === 0) {
      this.stopFollowing?.();
      this.stopFollowing = undefined;
    } else {
      this.stopFollowing ??= this.server.onAttempt(() => queueMicrotask(() => this.wakeAll()));
    }
  }

  private wakeAll(): void {
    for (const again of [...this.waiters]) again();
  }

  private wakeFirst(): void {
    const [first] = this.waiters;
    first?.();
  }
}

/** The pool itself closes a connection only when it is released with an error. */
function hand(client: PooledClient, callback: Acquired): void {
  const { release } = client;
  client.release = (error) => release(error || client.retiredBy);
  callback(undefined, client, client.release);
}
