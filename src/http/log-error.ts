import { DrizzleQueryError } from "drizzle-orm";
import type { DatabaseError } from "pg";

const MAX_QUERY_CHARACTERS = 2_000;

/**
 * Returns an error as it is logged. A failed statement is logged with its SQL and the database's message,
 * without the parameters and the row, which hold customer data.
 */
export function loggableError(error: unknown): { err: unknown; query?: string } {
  if (!(error instanceof DrizzleQueryError) || !error.cause) return { err: error };
  const { message, stack, code, table, constraint } = error.cause as Error & Partial<DatabaseError>;
  const err = Object.assign(new Error(message), { stack, code, table, constraint });
  return { err, query: error.query.slice(0, MAX_QUERY_CHARACTERS) };
}
