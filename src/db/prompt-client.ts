import pg from "pg";

/** What pg's stream has beside what its types say. */
type Stream = { cork(): void; uncork(): void };

/**
 * A connection that spares round trips and packets: statements that are sent in one turn of the event loop go out in one
 * piece, and a transaction begins without waiting, for what fails its beginning fails the statement behind it too.
 */
export class PromptClient extends pg.Client {
  private held = false;

  // Its overloads are those of pg; what comes in goes on as it is.
  override query(...given: unknown[]): never {
    this.holdBack();
    const sent = Reflect.apply(super.query, this, given) as Promise<unknown>;
    if (textOf(given[0]) !== "begin") return sent as never;
    sent.catch(() => undefined);
    return Promise.resolve({ rows: [] }) as never;
  }

  private holdBack(): void {
    if (this.held) return;
    this.held = true;
    const { stream } = (this as unknown as { connection: { stream: Stream } }).connection;
    stream.cork();
    setImmediate(() => {
      this.held = false;
      stream.uncork();
    });
  }
}

function textOf(statement: unknown): unknown {
  return typeof statement === "object" && statement && "text" in statement ? statement.text : statement;
}
