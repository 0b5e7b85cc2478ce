import { requireInProcess } from "./fleet.ts";
import type { TestService } from "./service.ts";

/** What runs the statements of a database, which its type hides. */
type Runner = { query?: (...args: unknown[]) => Promise<unknown> };

/**
 * Runs `work` once, after the next statement of background work has committed and before its caller resumes.
 */
export function onNextBackgroundStatement(
  { ctx }: Pick<TestService, "ctx">,
  work: () => Promise<void>,
): void {
  const { client } = ctx.backgroundDb._.session as unknown as { client: Runner };
  const { query } = client;
  client.query = async (...args) => {
    // The pool's own method is that of its class.
    delete client.query;
    const result = await query?.apply(client, args);
    await work();
    return result;
  };
}

/** Holds the next transaction of the service before its commit, when its work is done, until `release`. */
export function holdNextCommit({ ctx }: Pick<TestService, "ctx">) {
  requireInProcess(ctx);
  const { db } = ctx;
  const transaction = db.transaction;
  const reached = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  db.transaction = (work, ...rest) => {
    db.transaction = transaction;
    const held = async (tx: Parameters<typeof work>[0]) => {
      const result = await work(tx);
      reached.resolve();
      await released.promise;
      return result;
    };
    return transaction.call(db, held, ...rest) as never;
  };
  return { reached: reached.promise, release: released.resolve };
}
