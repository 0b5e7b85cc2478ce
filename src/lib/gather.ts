/**
 * Does the work of calls that come in together at once: one batch at a time, and what comes meanwhile goes into the
 * next. A call's work never begins before the call, so nobody gets an answer older than their question.
 * After a batch of several `pauseMs` pass, in which those who are answered may come again.
 */
export function gather<Item, Result>(
  work: (items: Item[]) => Promise<Result[]>,
  largest = 1_000,
  pauseMs = 0,
): (item: Item) => Promise<Result> {
  type Waiting = { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void };
  const waiting: Waiting[] = [];
  let running = false;

  async function run() {
    running = true;
    // Whoever calls in the same breath is taken along.
    await undefined;
    while (waiting.length > 0) {
      const batch = waiting.splice(0, largest);
      try {
        const results = await work(batch.map(({ item }) => item));
        for (const [i, { resolve }] of batch.entries()) resolve(results[i] as Result);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
      if (pauseMs > 0 && batch.length > 1) await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
    running = false;
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (!running) void run();
    });
}
