import { getConstructionPlans } from "pg-boss";

/**
 * Returns the statements that create the job queue's tables, to be run inside a transaction. Throws when pg-boss
 * creates them in an unexpected way.
 */
export function queueTables(): string {
  const statements = getConstructionPlans("pgboss").trim();
  const [begin, commit] = [/^BEGIN;/, /COMMIT;$/];
  if (!begin.test(statements) || !commit.test(statements)) {
    throw new Error("pg-boss creates its tables in another way than this version expects.");
  }
  // Its own limits would hold for the rest of the transaction.
  return statements
    .replace(begin, "")
    .replace(commit, "")
    .replace(/^\s*SET LOCAL \w+ = \d+;$/gm, "");
}
