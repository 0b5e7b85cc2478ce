import type { Logger } from "pino";
import { explainError } from "../lib/explain-error.ts";
import { hostNames, parsePostgresAddress } from "../lib/postgres-address.ts";

/** What an operator can do, by the code of Postgres or of the system. */
const REMEDIES: Record<string, string> = {
  "28000": "let this user connect from here (pg_hba.conf), or change the user in DATABASE_URL",
  "28P01": "correct the user or the password in DATABASE_URL",
  "3D000": "create that database, or change its name in DATABASE_URL",
  "3F000": "create the schema public in the database",
  "42501": "let the user of DATABASE_URL create schemas in the database and tables in the schema public",
  "53300": "raise max_connections, or lower DATABASE_CONNECTIONS",
  "25006": "give DATABASE_URL a server that accepts writes",
  "40P01": "start again",
  "55P03": "start again",
  "57014": "start again",
  ECONNREFUSED: "see that Postgres runs and that DATABASE_URL has its host and port",
  ENOTFOUND: "see that DATABASE_URL has the right host, and that its name can be resolved here",
  ETIMEDOUT: "see that this machine may reach the host and port in DATABASE_URL",
};

/** Logs the error that ends a start, with the database it was for and what can be done. */
export function logStartFailure(
  log: Logger,
  error: unknown,
  databaseUrl: string | undefined,
  text: string,
): void {
  log.fatal(failureFields(error, databaseUrl), `the start has failed: ${text}`);
}

/**
 * Returns where a database was expected, without its password, and what can be done; `address` is where an operator sets
 * its address.
 */
export function failureFields(error: unknown, databaseUrl: string | undefined, address = "DATABASE_URL") {
  const code = codeOf(error);
  const remedy = code === undefined ? undefined : REMEDIES[code]?.replaceAll("DATABASE_URL", address);
  const where = databaseUrl === undefined ? {} : placeOf(databaseUrl);
  return { ...where, ...(code && { code }), ...(remedy && { remedy }) };
}

function placeOf(databaseUrl: string): { host: string; database: string } | { host: string } {
  try {
    const address = parsePostgresAddress(databaseUrl);
    return { host: hostNames(address), database: address.database.replace(/^\//, "") };
  } catch (error) {
    return { host: explainError(error) };
  }
}

/** The code of an error or of the first of its causes that has one. */
function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ("code" in error && typeof error.code === "string") return error.code;
  const [first] = error instanceof AggregateError ? error.errors : [];
  return codeOf(error.cause ?? first);
}
