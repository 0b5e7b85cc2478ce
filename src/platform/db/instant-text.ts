import { type SQL, sql } from "drizzle-orm";

const FORMAT = `'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`;

/** SQL for an instant as in responses. */
export function instantText(at: SQL): SQL {
  return sql`to_char(${at}, ${sql.raw(FORMAT)})`;
}

/** Returns the same as text, for prepared statements. */
export function rawInstantText(at: string): string {
  return `to_char(${at}, ${FORMAT})`;
}
