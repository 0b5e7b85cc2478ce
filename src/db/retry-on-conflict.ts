/** Two transactions were in each other's way, and this one was undone: a serialization failure, or a deadlock. */
const CONFLICTS = new Set(["40001", "40P01"]);

/** Does the work, and once more when it was undone for the sake of another transaction. It must leave nothing behind when undone. */
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
