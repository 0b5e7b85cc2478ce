import pg from "pg";
import type { Watch, Watched } from "./watch.ts";

/** What pg's client and stream have beside what their types say. */
type Stream = {
  cork(): void;
  uncork(): void;
  destroy(error: Error): void;
  on(name: "data", listener: () => void): void;
};
type Inner = { connection: { stream: Stream } };

const IN_FAILED_TRANSACTION = "25P02";

export type PromptOptions = pg.ClientConfig & { watch: Watch; limitMs: number };

/**
 * A connection that spares round trips and packets: statements that are sent in one turn of the event loop go out in one
 * piece, and a transaction begins without waiting, for what fails its beginning fails the statement behind it too. It is watched: a
 * database that says nothing is an error of what waits for it.
 */
export class PromptClient extends pg.Client {
  private held = false;
  /** What failed the transaction that is under way. */
  private fault: unknown;
  private readonly watched: Watched;

  constructor(options?: PromptOptions) {
    super(options);
    // The pool gives them, whatever its types say.
    const { watch, limitMs } = options as PromptOptions;
    const watched: Watched = {
      busySince: 0,
      heardAt: 0,
      limitMs,
      fail: (error) => this.stream().destroy(error),
    };
    this.watched = watched;
    watch.connections.add(watched);
    this.once("end", () => watch.connections.delete(watched));
    this.once("connect", () =>
      this.stream().on("data", () => {
        watched.heardAt = performance.now();
        watch.hear(watched.heardAt);
      }),
    );
    this.on("drain", () => {
      watched.busySince = 0;
    });
  }

  // Its overloads are those of pg; what comes in goes on as it is.
  override query(...given: unknown[]): never {
    this.holdBack();
    if (this.watched.busySince === 0) this.watched.busySince = performance.now();
    const sent = Reflect.apply(super.query, this, given) as Promise<unknown> | undefined;
    const text = textOf(given[0]);
    // A connection that can't do it has lost its transaction and is of no use any more; why it is undone matters more.
    if (text === "rollback") return sent?.catch(() => ({ rows: [] })) as never;
    if (text !== "begin") return sent?.catch((error) => this.explain(error)) as never;
    this.fault = undefined;
    sent?.catch(() => undefined);
    return Promise.resolve({ rows: [] }) as never;
  }

  /** Of statements that were sent together the first says why; those behind it say only that there is no point any more. */
  private explain(error: unknown): never {
    const isFollowing = (error as { code?: unknown }).code === IN_FAILED_TRANSACTION;
    if (!isFollowing) this.fault = error;
    throw this.fault ?? error;
  }

  private holdBack(): void {
    if (this.held) return;
    this.held = true;
    const stream = this.stream();
    stream.cork();
    setImmediate(() => {
      this.held = false;
      stream.uncork();
    });
  }

  private stream(): Stream {
    return (this as unknown as Inner).connection.stream;
  }
}

function textOf(statement: unknown): unknown {
  return typeof statement === "object" && statement && "text" in statement ? statement.text : statement;
}
