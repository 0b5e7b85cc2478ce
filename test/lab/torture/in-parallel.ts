const CLIENTS = 12;

/** Calls `work` with 0, 1, 2 … `count - 1`, some at a time, and returns the results in this order. */
export async function inParallel<T>(count: number, work: (n: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  let next = 0;
  await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      for (let n = next++; n < count; n = next++) results[n] = await work(n);
    }),
  );
  return results;
}
