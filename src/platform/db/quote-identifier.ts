import pg from "pg";

/** Returns a name as SQL writes it, whatever is in it. Throws for a name that SQL can't write. */
export function quoteIdentifier(name: string): string {
  if (name === "" || name.includes("\0"))
    throw new Error("A name in SQL has at least one character, and no NUL.");
  return pg.escapeIdentifier(name);
}
