import type { Migration } from "./migration-files.ts";

/** An index that is built while its table is in use. */
export type LargeIndex = { name: string; statement: string };

const CREATE = /^\s*create index concurrently "(\w+)"/i;
const DROP = /^\s*drop index (?:concurrently )?"(\w+)"/i;

/** Returns the large indexes that the migrations leave, each with the statement that builds it. */
export function largeIndexes(migrations: Migration[]): LargeIndex[] {
  const found = new Map<string, LargeIndex>();
  for (const statement of migrations.flatMap(({ statements }) => statements)) {
    const index = largeIndexOf(statement);
    if (index) found.set(index.name, index);
    const dropped = DROP.exec(statement)?.[1];
    if (dropped) found.delete(dropped);
  }
  return [...found.values()];
}

/**
 * Returns the statement that a migration's transaction runs instead; undefined for none. A new database gets
 * its large indexes at once. In others they are built later, and a later migration may drop one before that.
 */
export function inMigration(statement: string, isNewDatabase: boolean): string | undefined {
  if (DROP.test(statement)) return statement.replace(DROP, 'drop index if exists "$1"');
  if (!largeIndexOf(statement)) return statement;
  return isNewDatabase ? statement.replace(CREATE, 'create index "$1"') : undefined;
}

function largeIndexOf(statement: string): LargeIndex | undefined {
  const name = CREATE.exec(statement)?.[1];
  return name === undefined ? undefined : { name, statement: statement.trim() };
}
