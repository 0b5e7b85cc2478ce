import { DrizzleQueryError } from "drizzle-orm";
import pg from "pg";

/** What people read for frequent errors of the database. */
const CONDITIONS: Record<string, string> = {
  "40001": "transactions were in each other's way",
  "40P01": "transactions waited for each other",
  "53100": "its disk is full",
  "53200": "it is out of memory",
  "53300": "it has too many connections",
  "55P03": "a row was locked for too long",
  "57014": "a statement took too long",
  "57P01": "it was shut down",
  "57P03": "it is starting",
};

/**
 * Returns why a job has failed, for people of its store: never a message, which may have values of other rows. The log
 * has the error itself.
 */
export function failureReason(error: unknown): string {
  if (error instanceof DrizzleQueryError && error.cause) return failureReason(error.cause);
  if (error instanceof pg.DatabaseError) {
    const { code = "" } = error;
    const condition = CONDITIONS[code];
    return `Database error ${code}${condition === undefined ? "" : `: ${condition}`}.`;
  }
  const code = (error as { code?: unknown } | undefined)?.code;
  if (typeof code === "string" && /^E[A-Z]{3,20}$/.test(code))
    return `No connection to the database (${code}).`;
  return "An error of the service; its log has the cause.";
}
