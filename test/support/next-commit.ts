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
