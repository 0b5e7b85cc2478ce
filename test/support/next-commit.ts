import type { TestService } from "./service.ts";

/** Does `work` once: when the next transaction of the service has committed, and before who ran it hears of that. */
export function onNextCommit({ ctx: { db } }: Pick<TestService, "ctx">, work: () => Promise<void>): void {
  const transaction = db.transaction;
  db.transaction = async (...given) => {
    db.transaction = transaction;
    const result = await transaction.apply(db, given);
    await work();
    return result as never;
  };
}

/** Holds the next transaction of the service when its work is done, until `release`. */
export function holdNextCommit({ ctx: { db } }: Pick<TestService, "ctx">) {
  const transaction = db.transaction;
  const reached = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  db.transaction = (work, ...rest) => {
    db.transaction = transaction;
    const held = async (tx: Parameters<typeof work>[0]) => {
      const result = await work(tx);
      reached.resolve();
      await goOn.promise;
      return result;
    };
    return transaction.call(db, held, ...rest) as never;
  };
  return { reached: reached.promise, release: goOn.resolve };
}
