/** Serialization failure and deadlock: this transaction was rolled back for the sake of another. */
const CONFLICTS = new Set(["40001", "40P01"]);

/**
 * Runs `work`, and once more when it was rolled back because of a conflict. `work` must have no other
 * effects.
 */
export async function retryOnConflict<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isConflict(error)) throw error;
    return work();
  }
}

function isConflict(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ("code" in error && CONFLICTS.has(String(error.code))) || isConflict(error.cause);
}
