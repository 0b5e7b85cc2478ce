const NETWORK = new Set(["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "ENOTFOUND", "EHOSTUNREACH"]);
/** Of class 08 the connection's ends; 08P01 is a message of ours that Postgres can't read. */
const SHUTDOWN = /^(57P0[1-3]|53300|080[0-9]{2})$/;
const LOST =
  /connection terminated|connection ended|timeout exceeded when trying to connect|client has encountered/i;

/** Whether an error says that the database could not be reached, as against a statement that failed in it. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = "code" in error ? String(error.code) : "";
  return NETWORK.has(code) || SHUTDOWN.test(code) || LOST.test(error.message) || isUnavailable(error.cause);
}
