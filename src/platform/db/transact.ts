import type { Db } from "./connect.ts";

/** The statements that a transaction holds until it ends. */
export type HeldStatements = {
  /**
   * Holds a statement that is sent already: the commit is sent without waiting for its result. When it fails, Postgres
   * rolls the transaction back.
   */
  withCommit(statement: Promise<unknown>): void;
  /** Holds a statement, or several that follow one another, with a check of their results: the commit waits for it. */
  beforeCommit(checked: Promise<unknown>): void;
};

/**
 * Runs `work` in a transaction and returns its result. Throws the error of `work`, or of what it has handed over;
 * nothing is committed then.
 */
export async function transact<T>(db: Db, work: (tx: Db, held: HeldStatements) => Promise<T>): Promise<T> {
  /** They settle with the statements, and never reject. */
  const [checked, sent]: [Promise<unknown>[], Promise<unknown>[]] = [[], []];
  /** The error of the first that has failed. */
  let failure: { error: unknown } | undefined;
  const holdIn = (statements: Promise<unknown>[]) => (statement: Promise<unknown>) => {
    const settled = statement.catch((error) => {
      failure ??= { error };
    });
    statements.push(settled);
  };
  const requireNoFailure = () => {
    if (failure) throw failure.error;
  };
  const result = await db.transaction(async (tx) => {
    try {
      const result = await work(tx, { withCommit: holdIn(sent), beforeCommit: holdIn(checked) });
      await allOf(checked);
      requireNoFailure();
      return result;
    } catch (error) {
      // The rollback comes last: behind it a statement would be outside of the transaction.
      await allOf(checked);
      await allOf(sent);
      throw error;
    }
  });
  await allOf(sent);
  requireNoFailure();
  return result;
}

/** Waits for all, those included that are added meanwhile. */
async function allOf(settled: Promise<unknown>[]): Promise<void> {
  for (const one of settled) await one;
}
