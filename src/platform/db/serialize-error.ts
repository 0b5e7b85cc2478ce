import { DrizzleQueryError } from "drizzle-orm";
import pg from "pg";
import { stdSerializers } from "pino";
import { cutText } from "../../lib/text.ts";

const MAX_QUERY_CHARACTERS = 2_000;

/**
 * Returns an error as it is logged. A failed statement is logged with its SQL and the database's message,
 * without the parameters and the row, which hold customer data.
 */
export function serializeError(error: unknown): object {
  if (error instanceof DrizzleQueryError && error.cause) {
    return { ...serializeError(error.cause), query: cutText(error.query, MAX_QUERY_CHARACTERS) };
  }
  if (error instanceof pg.DatabaseError) {
    const { message, stack, code, table, constraint } = error;
    return { type: error.name, message, stack, code, table, constraint };
  }
  return error instanceof Error ? stdSerializers.err(error) : { message: String(error) };
}
