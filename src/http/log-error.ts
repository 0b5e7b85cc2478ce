import { DrizzleQueryError } from "drizzle-orm";
import type { DatabaseError } from "pg";

const LONGEST_QUERY = 2_000;

/**
 * An error as the log keeps it. Of a failed statement that is its text and what the database says, without the values
 * and the row, which are the customers'.
 */
export function loggableError(error: unknown): { err: unknown; query?: string } {
  if (!(error instanceof DrizzleQueryError) || !error.cause) return { err: error };
  const { message, stack, code, table, constraint } = error.cause as Error & Partial<DatabaseError>;
  const err = Object.assign(new Error(message), { stack, code, table, constraint });
  return { err, query: error.query.slice(0, LONGEST_QUERY) };
}
