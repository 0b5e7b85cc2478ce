import type { Socket } from "node:net";
import { recorder } from "../tracing/tracing.ts";
import { ServiceClient, type ServiceClientOptions } from "./service-client.ts";
import { traceStatement } from "./trace-statement.ts";
import type { Watchdog, WatchedConnection } from "./watchdog.ts";

/** The part of pg's client that its types hide. */
type Inner = { connection: { stream: Socket } };

/** So much is given to the system in one turn of the event loop: about 0.1 ms. */
const PART_BYTES = 256 * 1024;

type Chunk = { chunk: Uint8Array; encoding: BufferEncoding };

const IN_FAILED_TRANSACTION = "25P02";

export type PipelinedClientOptions = ServiceClientOptions & { watchdog: Watchdog; limitMs: number };

/**
 * A connection with fewer round trips and packets: statements sent in one turn of the event loop are written
 * together, and `begin` is not awaited, because an error of it fails the next statement too. A watchdog fails
 * the statements of an unresponsive connection.
 */
export class PipelinedClient extends ServiceClient {
  private isCorked = false;
  /** The first error in the current transaction. */
  private firstError: unknown;
  private readonly watched: WatchedConnection;

  constructor(options?: PipelinedClientOptions) {
    super(options);
    // The pool passes them, although its types don't say so.
    const { watchdog, limitMs } = options as PipelinedClientOptions;
    const watched: WatchedConnection = {
      busySince: 0,
      lastDataAt: 0,
      askedAfterMs: 0,
      pid: () => this.pid(),
      limitMs,
      fail: (error) => this.stream().destroy(error),
    };
    this.watched = watched;
    watchdog.connections.add(watched);
    this.once("end", () => watchdog.connections.delete(watched));
    this.once("connect", () => {
      const stream = this.stream();
      writeInParts(stream);
      stream.on("data", () => {
        watched.lastDataAt = performance.now();
        watchdog.lastDataAt = watched.lastDataAt;
      });
    });
    this.on("drain", () => {
      watched.busySince = 0;
    });
  }

  // Has the overloads of pg's method; arguments are passed on unchanged.
  override query(...args: unknown[]): never {
    this.cork();
    if (this.watched.busySince === 0) this.watched.busySince = performance.now();
    const send = (all: unknown[]) => Reflect.apply(super.query, this, all) as Promise<unknown> | undefined;
    const sent = recorder ? traceStatement(recorder, args, send) : send(args);
    const text = textOf(args[0]);
    // A failed rollback is ignored: the connection has lost its transaction, and the error that caused the
    // rollback matters more.
    if (text === "rollback") return sent?.catch(() => ({ rows: [] })) as never;
    if (text !== "begin") return sent?.catch((error) => this.throwCause(error)) as never;
    this.firstError = undefined;
    sent?.catch(() => undefined);
    return Promise.resolve({ rows: [] }) as never;
  }

  /**
   * Of pipelined statements the first reports the cause; those after it only that the transaction has failed.
   * Throws the cause for all.
   */
  private throwCause(error: unknown): never {
    const isConsequence = (error as { code?: unknown }).code === IN_FAILED_TRANSACTION;
    if (!isConsequence) this.firstError = error;
    throw this.firstError ?? error;
  }

  private cork(): void {
    if (this.isCorked) return;
    this.isCorked = true;
    const stream = this.stream();
    stream.cork();
    setImmediate(() => {
      this.isCorked = false;
      stream.uncork();
    });
  }

  private stream(): Socket {
    return (this as unknown as Inner).connection.stream;
  }
}

function textOf(statement: unknown): unknown {
  return typeof statement === "object" && statement && "text" in statement ? statement.text : statement;
}

/**
 * Makes a socket write large chunks in parts, with other work in between: the system takes several megabytes at
 * once, and does the work of the receiving side meanwhile. A stream writes nothing else until a chunk is written.
 */
function writeInParts(socket: Pick<Socket, "_write" | "_writev">): void {
  const write = socket._write.bind(socket);
  const writeAll = socket._writev?.bind(socket);

  socket._write = (chunk: Uint8Array, encoding, written) => {
    const writeFrom = (start: number): void => {
      const end = start + PART_BYTES;
      write(chunk.subarray(start, end), encoding, (error) => {
        if (error || end >= chunk.byteLength) written(error);
        else setImmediate(writeFrom, end);
      });
    };
    if (chunk.byteLength <= PART_BYTES) write(chunk, encoding, written);
    else writeFrom(0);
  };

  if (!writeAll) return;
  socket._writev = (chunks: Chunk[], written) => {
    const size = chunks.reduce((total, { chunk }) => total + chunk.byteLength, 0);
    const writeFrom = (position: number, error?: Error | null): void => {
      const next = chunks[position];
      if (error || !next) written(error);
      else socket._write(next.chunk, next.encoding, (failure) => writeFrom(position + 1, failure));
    };
    if (size <= PART_BYTES) writeAll(chunks, written);
    else writeFrom(0);
  };
}
