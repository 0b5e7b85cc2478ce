const NETWORK_CODES = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "ENOTFOUND",
  "EHOSTUNREACH",
]);

/**
 * SQLSTATEs of temporary errors: exhausted resources (53, 58030), a cancelled statement or lock wait (57014,
 * 55P03), conflicting transactions (40001, 40P01), a server that shuts down, starts up or is a standby (57P01
 * to 57P03, 25006), a terminated session (57P05, 25P03, 25P04) and a broken connection (08).
 */
const TEMPORARY = /^(53[0-9]{3}|58030|57014|57P0[1235]|55P03|40001|40P01|25006|25P0[34]|08[0-9]{3})$/;
const LOST_CONNECTION =
  /connection terminated|connection ended|timeout exceeded when trying to connect|client has encountered|client was closed/i;

/** Returns whether an error is temporary: the database is unavailable, as opposed to an invalid statement. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = "code" in error ? String(error.code) : "";
  return (
    NETWORK_CODES.has(code) ||
    TEMPORARY.test(code) ||
    LOST_CONNECTION.test(error.message) ||
    isUnavailable(error.cause)
  );
}
