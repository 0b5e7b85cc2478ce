const NETWORK = new Set(["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "ENOTFOUND", "EHOSTUNREACH"]);

/**
 * What passes without anybody changing the request: resources that ran out (53, 58030), a statement or a wait that was ended
 * (57014, 55P03), two transactions in each other's way (40001, 40P01), a server that shuts down, starts or is a standby after
 * a failover (57P01 to 57P03, 25006), a session that was ended (57P05, 25P03, 25P04) and the connection itself (08).
 */
const PASSING = /^(53[0-9]{3}|58030|57014|57P0[1235]|55P03|40001|40P01|25006|25P0[34]|08[0-9]{3})$/;
const LOST =
  /connection terminated|connection ended|timeout exceeded when trying to connect|client has encountered|client was closed/i;

/** Whether an error says that the database can't do it now, as against a statement that is wrong. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = "code" in error ? String(error.code) : "";
  return NETWORK.has(code) || PASSING.test(code) || LOST.test(error.message) || isUnavailable(error.cause);
}
