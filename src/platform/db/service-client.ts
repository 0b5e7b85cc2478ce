import pg from "pg";
import type { PostgresHost } from "../../lib/postgres-address.ts";
import { endSession } from "./end-session.ts";
import { connectError, isEndOfSession } from "./errors.ts";
import { pointTo } from "./find-writable-host.ts";
import type { Server, ServerConnection } from "./server.ts";
import {
  connectionOf,
  followWriteAccess,
  mayWrite,
  readOnlyError,
  type WriteAccess,
} from "./write-access.ts";

export type ServiceClientOptions = pg.ClientConfig & {
  server: Server;
  /** A statement that its session begins with. */
  setup?: string;
  /** Whether a server that refuses writes will do. */
  onlyReads?: boolean;
};

/** A host that takes longer to accept a session may be gone without a sign. */
const LATE_MS = 500;

type Connected = (error?: Error | null) => void;

/**
 * A connection to a server that accepts writes. One that finds another fails to connect, and ends. A connection whose
 * server ends, or no longer accepts writes, is retired: `retiredBy` is then the reason.
 */
export class ServiceClient extends pg.Client implements ServerConnection {
  retiredBy: Error | undefined;
  /** While nothing uses it, it may be closed at any time. */
  isIdle = false;
  connectedAt = Number.POSITIVE_INFINITY;
  startedAt = 0;
  private readonly server: Server;
  private readonly setup: pg.QueryConfig | undefined;
  private readonly onlyReads: boolean;
  private readonly access: WriteAccess;

  constructor(options?: ServiceClientOptions) {
    super(options);
    // A pool passes its own options, although its types don't say so.
    const { server, setup, onlyReads = false, connectionTimeoutMillis } = options as ServiceClientOptions;
    this.server = server;
    // pg takes the timeout of one statement, which its types hide.
    const timeout: object = { query_timeout: connectionTimeoutMillis };
    this.setup = setup === undefined ? undefined : { text: setup, ...timeout };
    this.onlyReads = onlyReads;
    this.access = followWriteAccess(this, () => {
      if (this.connectedAt < Number.POSITIVE_INFINITY) this.refuseWrites();
    });
    // Errors also reject what runs; without a listener they would end the process.
    this.on("error", () => {});
    // The driver listens only from when it connects, and it may be closed while its host is sought.
    connectionOf(this).stream.on("error", () => {});
    this.once("end", () => server.connections.delete(this));
    connectionOf(this).on("errorMessage", ({ code }) => {
      if (!isEndOfSession(code)) return;
      if (code === "25006") this.refuseWrites();
      else this.retire(new Error("the server has ended the session"));
    });
  }

  override connect(): Promise<this>;
  override connect(callback: (error: never, client: never) => void): void;
  override connect(callback?: (error: never, client: never) => void): Promise<this> | undefined {
    if (callback) {
      this.open(callback as unknown as Connected);
      return undefined;
    }
    const { promise, resolve, reject } = Promise.withResolvers<this>();
    this.open((error) => (error ? reject(error) : resolve(this)));
    return promise;
  }

  /** The server's process of this session. */
  pid(): number | null {
    return (this as unknown as { processID: number | null }).processID;
  }

  /** Ends an attempt to connect. */
  abandon(): void {
    connectionOf(this).stream.destroy(new Error("timeout expired"));
  }

  retire(error: Error): void {
    this.retiredBy ??= error;
    if (this.isIdle) connectionOf(this).stream.destroy(error);
  }

  /** Closes the connection, whatever state it is in; what runs on it fails. */
  discard(): void {
    this.server.connections.delete(this);
    endSession(this);
  }

  /** Gives up this connection and those that are as old: their server accepts no writes. */
  refuseWrites(): void {
    if (this.onlyReads) return;
    const error = readOnlyError(this.server.name);
    this.retire(error);
    this.server.retireAll(error);
  }

  private open(callback: Connected): void {
    const host = this.server.host();
    if (!(host instanceof Promise)) {
      this.openAt(host, callback);
      return;
    }
    host.then(
      (found) => this.openAt(found, callback),
      (error) => this.giveUp(error, callback),
    );
  }

  private openAt(host: PostgresHost, callback: Connected): void {
    // The driver has read a single host itself.
    if (this.server.address.hosts.length > 1) pointTo(this, host);
    this.startedAt = performance.now();
    this.server.attempts.add(this);
    // The pool may have given up meanwhile.
    if (connectionOf(this).stream.destroyed) {
      this.giveUp(new Error("timeout exceeded when trying to connect"), callback);
    } else {
      const late = setTimeout(() => this.server.doubt(host), LATE_MS);
      super.connect((error: Error | null) => {
        clearTimeout(late);
        this.begin(error, callback);
      });
    }
  }

  private begin(error: Error | null, callback: Connected): void {
    if (error || !this.setup) {
      this.verify(error, callback);
      return;
    }
    this.query(this.setup).then(
      () => this.verify(null, callback),
      (failure) => this.fail(failure, callback),
    );
  }

  private verify(error: Error | null, callback: Connected): void {
    if (error) this.fail(error, callback);
    else if (this.onlyReads || !this.access.isRefused) this.succeed(callback, !this.access.isRefused);
    else {
      mayWrite(this).then(
        (may) => (may ? this.succeed(callback, true) : this.fail(readOnlyError(this.server.name), callback)),
        (failure) => this.fail(failure, callback),
      );
    }
  }

  private succeed(callback: Connected, mayWrite: boolean): void {
    this.connectedAt = performance.now();
    this.server.attempts.delete(this);
    this.server.connections.add(this);
    if (mayWrite) this.server.connected(this.startedAt);
    callback(null);
  }

  /** Fails before there is a connection whose end the driver would notice. */
  private giveUp(error: Error, callback: Connected): void {
    this.fail(error, callback);
    this.emit("end");
  }

  /** Whatever state it is in, nothing of it stays. */
  private fail(error: Error, callback: Connected): void {
    this.server.attempts.delete(this);
    connectionOf(this).stream.destroy();
    const failure = connectError(error);
    this.server.failed(failure, this.startedAt);
    callback(failure);
  }
}
