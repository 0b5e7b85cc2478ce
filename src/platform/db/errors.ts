/** A connection that broke, or was never there: nothing but a network has these codes. */
const NETWORK_CODES = new Set([
  "ECONNABORTED",
  "ECONNREFUSED",
  "ECONNRESET",
  "EHOSTDOWN",
  "EHOSTUNREACH",
  "ENETDOWN",
  "ENETRESET",
  "ENETUNREACH",
  "ENOTCONN",
  "ENOTFOUND",
  "EPIPE",
  "ETIMEDOUT",
]);

/** Temporary while connecting, and of a file or a setting elsewhere: names, sockets, and what a process may have open. */
const CONNECT_CODES = new Set([
  ...["EAI_AGAIN", "EAI_FAIL", "EAI_MEMORY", "EAI_NODATA", "EAI_NONAME", "EAI_SYSTEM"],
  ...["ENODATA", "ESERVFAIL", "EREFUSED", "ETIMEOUT", "EBADRESP", "ECANCELLED", "EDESTRUCTION", "EOF"],
  ...["EACCES", "EADDRINUSE", "EADDRNOTAVAIL", "EAGAIN", "EINTR", "EINPROGRESS", "ENOENT", "EPERM", "EPROTO"],
  ...["EMFILE", "ENFILE", "ENOBUFS", "ENOMEM"],
]);

/**
 * SQLSTATEs of temporary errors: exhausted resources (53, 58030), a cancelled statement or lock wait (57014,
 * 55P03), conflicting transactions (40001, 40P01), a server that shuts down, starts up or is a standby (57P01
 * to 57P03, 25006), a terminated session (57P05, 25P03, 25P04), a broken connection (08) and a store that is being
 * moved to another database (ST001, of `require_store_here`).
 */
const TEMPORARY = /^(53[0-9]{3}|58030|57014|57P0[1235]|55P03|40001|40P01|25006|25P0[34]|08[0-9]{3}|ST001)$/;
const LOST_CONNECTION =
  /connection terminated|connection ended|timeout exceeded when trying to connect|timeout expired|client has encountered|client was closed/i;
/** Errors of connecting, which the codes of some would not show. */
const ofConnecting = new WeakSet<Error>();

/** Serialization failure and deadlock: the transaction was rolled back because of another one. */
const CONFLICTS = new Set(["40001", "40P01"]);
const FOREIGN_KEY_VIOLATION = "23503";
const UNIQUE_VIOLATION = "23505";
const QUERY_CANCELED = "57014";
const LOCK_NOT_AVAILABLE = "55P03";
/** The store of a statement is being, or has been, moved to another database. */
export const STORE_AWAY = "ST001";

/** Whether an error is temporary: the database is unavailable, as opposed to an invalid statement. */
export function isUnavailable(error: unknown): boolean {
  return isCausedBy(error, (cause) => {
    const code = codeOf(cause);
    return (
      NETWORK_CODES.has(code) ||
      TEMPORARY.test(code) ||
      LOST_CONNECTION.test(cause.message) ||
      (CONNECT_CODES.has(code) && ofConnecting.has(cause))
    );
  });
}

/** Returns an error of connecting to a database after noting that it is one. */
export function connectError(error: Error): Error {
  // Some runtimes name a failed look-up by its resolver too.
  if ("code" in error && /^DNS_E/.test(String(error.code)))
    return connectError(
      Object.assign(new Error(error.message, { cause: error }), { code: String(error.code).slice(4) }),
    );
  ofConnecting.add(error);
  return error;
}

/** Whether the server has no connection left for this process: one that it has already may become free. */
export function isServerFull(error: unknown): boolean {
  return isCausedBy(error, (cause) => /^53[0-9]{3}$/.test(codeOf(cause)));
}

/**
 * Whether a response shows that a session can't be used further: it ends, its server ends or starts, or it refuses
 * writes.
 */
export function isEndOfSession(code: string | undefined): boolean {
  return code !== undefined && /^(25006|57P0[1-5]|08[0-9]{3}|25P0[34])$/.test(code);
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

/** Whether a row was to be deleted that others refer to, or one was written that refers to none. */
export function isForeignKeyViolation(error: unknown): boolean {
  return isCausedBy(error, (cause) => codeOf(cause) === FOREIGN_KEY_VIOLATION);
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
