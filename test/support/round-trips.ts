import { sql } from "drizzle-orm";
import type { Ctx } from "../../src/core/ctx.ts";
import { PipelinedClient } from "../../src/platform/db/pipelined-client.ts";

/** What transactions sent: how many statements, and in how many round trips. */
export type Sent = { statements: number; roundTrips: number };

type Query = (this: object, ...args: unknown[]) => unknown;

/** Runs `work` with the statements that this process has sent meanwhile, in or outside of transactions. */
export async function withStatements(work: (statements: string[]) => Promise<unknown>): Promise<void> {
  const statements: string[] = [];
  await observing(
    (_client, text) => void statements.push(String(text)),
    () => work(statements),
  );
}

/** Runs `work` and returns what the transactions of this process have sent meanwhile. */
export async function countSent(work: () => Promise<unknown>): Promise<Sent> {
  const sent: Sent = { statements: 0, roundTrips: 0 };
  /** The clients in a transaction, and whether they have sent something in this turn of the event loop. */
  const inTransaction = new Map<object, boolean>();
  const observe = (client: object, text: unknown) => {
    if (text === "begin") inTransaction.set(client, false);
    const hasSent = inTransaction.get(client);
    if (hasSent !== undefined) {
      sent.statements++;
      if (!hasSent) {
        sent.roundTrips++;
        inTransaction.set(client, true);
        setImmediate(() => inTransaction.has(client) && inTransaction.set(client, false));
      }
    }
    if (text === "commit" || text === "rollback") inTransaction.delete(client);
  };
  await observing(observe, work);
  return sent;
}

/** Waits until the statements have run that a transaction was handed over. */
export async function untilRun(tx: Ctx): Promise<void> {
  await tx.db.execute(sql`select 1`);
}

async function observing(observe: (client: object, text: unknown) => void, work: () => Promise<unknown>) {
  const prototype = PipelinedClient.prototype as unknown as { query: Query };
  const { query } = prototype;
  prototype.query = function (this: object, ...args: unknown[]) {
    observe(this, textOf(args[0]));
    return query.apply(this, args);
  };
  try {
    await work();
  } finally {
    prototype.query = query;
  }
}

function textOf(statement: unknown): unknown {
  return typeof statement === "object" && statement && "text" in statement ? statement.text : statement;
}
