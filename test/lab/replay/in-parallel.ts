/**
 * Calls `work` for every item in order, at most `width` at a time. The first failure stops all workers and is
 * thrown.
 */
export async function inParallel<T>(
  items: readonly T[],
  width: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = items.values();
  let failed = false;
  const worker = async () => {
    for (const item of queue) {
      if (failed) return;
      await work(item);
    }
  };
  await Promise.all(
    Array.from({ length: width }, () =>
      worker().catch((error: unknown) => {
        failed = true;
        throw error;
      }),
    ),
  );
}
