/** Longer than an outage, and than a machine that has much else to do takes to recover from one. */
const WITHIN_MS = 300_000;
const PAUSE_MS = 200;

/**
 * Retries `work`, which fails while the database is unavailable, for up to five minutes; throws its last error.
 */
export async function retry<T>(work: () => Promise<T>): Promise<T> {
  for (const end = performance.now() + WITHIN_MS; ; await Bun.sleep(PAUSE_MS)) {
    try {
      return await work();
    } catch (error) {
      if (performance.now() > end) throw error;
    }
  }
}
