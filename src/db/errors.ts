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
 * to 57P03, 25006), a terminated session (57P05, 25P03, 25P04), a broken connection (08) and a store that is being
 * moved to another database (ST001, of `require_store_here`).
 */
const TEMPORARY = /^(53[0-9]{3}|58030|57014|57P0[1235]|55P03|40001|40P01|25006|25P0[34]|08[0-9]{3}|ST001)$/;
const LOST_CONNECTION =
  /connection terminated|connection ended|timeout exceeded when trying to connect|client has encountered|client was closed/i;

/** Serialization failure and deadlock: the transaction was rolled back because of another one. */
const CONFLICTS = new Set(["40001", "40P01"]);
const UNIQUE_VIOLATION = "23505";
const QUERY_CANCELED = "57014";
const LOCK_NOT_AVAILABLE = "55P03";
/** The store of a statement is being, or has been, moved to another database. */
export const STORE_AWAY = "ST001";

/** Whether an error is temporary: the database is unavailable, as opposed to an invalid statement. */
export function isUnavailable(error: unknown): boolean {
  return isCausedBy(error, (cause) => {
    const code = codeOf(cause);
    return NETWORK_CODES.has(code) || TEMPORARY.test(code) || LOST_CONNECTION.test(cause.message);
  });
}

/** Whether a transaction was rolled back because of a conflict with another one, and may be tried again. */
export function isConflict(error: unknown): boolean {
  return isCausedBy(error, (cause) => CONFLICTS.has(codeOf(cause)));
}

/** Whether a statement failed because another row has the same values in this unique index. */
export function isUniqueViolation(error: unknown, index: string): boolean {
  return isCausedBy(
    error,
    (cause) => codeOf(cause) === UNIQUE_VIOLATION && "constraint" in cause && cause.constraint === index,
  );
}

/** Whether a statement was cancelled: by its timeout, or by another session. */
export function isCancelled(error: unknown): boolean {
  return isCausedBy(error, (cause) => codeOf(cause) === QUERY_CANCELED);
}

/** Whether a statement has waited for a lock for as long as it may. */
export function isLockTimeout(error: unknown): boolean {
  return isCausedBy(error, (cause) => codeOf(cause) === LOCK_NOT_AVAILABLE);
}

/** Whether a statement was refused because a store is being moved, or has moved, to another database. */
export function isStoreAway(error: unknown): boolean {
  return isCausedBy(error, (cause) => codeOf(cause) === STORE_AWAY);
}

/** Whether `test` holds for an error or for one of its causes. */
function isCausedBy(error: unknown, test: (cause: Error) => boolean): boolean {
  return error instanceof Error && (test(error) || isCausedBy(error.cause, test));
}

function codeOf(error: Error): string {
  return "code" in error ? String(error.code) : "";
}
