import { type SQL, sql } from "drizzle-orm";

/** SQL for an instant as in responses. */
export function instantText(at: SQL): SQL {
  return sql`to_char(${at}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
