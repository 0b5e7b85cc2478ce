import type { TestService } from "./service.ts";

/**
 * Runs `work` once, after the next transaction of the service has committed and before its caller resumes.
 */
export function onNextCommit({ ctx: { db } }: Pick<TestService, "ctx">, work: () => Promise<void>): void {
  const transaction = db.transaction;
  db.transaction = async (...args) => {
    db.transaction = transaction;
    const result = await transaction.apply(db, args);
    await work();
    return result as never;
  };
}

/** Holds the next transaction of the service before its commit, when its work is done, until `release`. */
export function holdNextCommit({ ctx: { db } }: Pick<TestService, "ctx">) {
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
