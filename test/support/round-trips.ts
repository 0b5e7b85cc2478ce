import { PipelinedClient } from "../../src/db/pipelined-client.ts";

/** What transactions sent: how many statements, and in how many round trips. */
export type Sent = { statements: number; roundTrips: number };

type Query = (this: object, ...args: unknown[]) => unknown;

/** Runs `work` and returns what the transactions of this process have sent meanwhile. */
export async function countSent(work: () => Promise<unknown>): Promise<Sent> {
  const prototype = PipelinedClient.prototype as unknown as { query: Query };
  const { query } = prototype;
  const sent: Sent = { statements: 0, roundTrips: 0 };
  /** The clients in a transaction, and whether they have sent something in this turn of the event loop. */
  const inTransaction = new Map<object, boolean>();
  prototype.query = function (this: object, ...args: unknown[]) {
    const text = textOf(args[0]);
    if (text === "begin") inTransaction.set(this, false);
    const hasSent = inTransaction.get(this);
    if (hasSent !== undefined) {
      sent.statements++;
      if (!hasSent) {
        sent.roundTrips++;
        inTransaction.set(this, true);
        setImmediate(() => inTransaction.has(this) && inTransaction.set(this, false));
      }
    }
    if (text === "commit" || text === "rollback") inTransaction.delete(this);
    return query.apply(this, args);
  };
  try {
    await work();
  } finally {
    prototype.query = query;
  }
  return sent;
}

function textOf(statement: unknown): unknown {
  return typeof statement === "object" && statement && "text" in statement ? statement.text : statement;
}
