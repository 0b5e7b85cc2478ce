import { isConflict } from "./errors.ts";

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
