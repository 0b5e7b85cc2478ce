export type BatchOptions = {
  maxSize?: number;
  /**
   * For work that mostly waits for I/O, and whose callers call again after each result. Batches are kept at
   * one size, and the next batch starts before the results of the last are delivered, so that the work and
   * its callers overlap.
   */
  pipelined?: boolean;
};

type QueuedCall<Item, Result> = {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
};

/**
 * Returns a function that collects concurrent calls into batches. One batch runs at a time; calls made
 * meanwhile go into the next. The work for an item always starts after its call, so a result is never older
 * than the call.
 */
export function createBatcher<Item, Result>(
  work: (items: Item[]) => Promise<Result[]>,
  { maxSize = 1_000, pipelined = false }: BatchOptions = {},
): (item: Item) => Promise<Result> {
  const waiting: QueuedCall<Item, Result>[] = [];
  let running = false;

  async function run() {
    running = true;
    // Calls of the same tick join the batch.
    await tick();
    let deliver = () => {};
    for (let size = 0; waiting.length > 0; ) {
      size = pipelined ? evenSize(waiting.length, size) : waiting.length;
      const done = runBatch(work, waiting.splice(0, Math.min(size, maxSize)));
      if (pipelined) await tick();
      deliver();
      deliver = await done;
      if (pipelined && waiting.length > 0) continue;
      deliver();
      deliver = () => {};
    }
    running = false;
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (!running) void run();
    });
}

/**
 * Returns a function like that of `createBatcher` whose batches hold the items of one key: `work` gets them
 * with the key.
 */
export function createKeyedBatcher<Item, Result>(
  keyOf: (item: Item) => string,
  work: (items: Item[], key: string) => Promise<Result[]>,
  options?: BatchOptions,
): (item: Item) => Promise<Result> {
  const batchers = new Map<string, (item: Item) => Promise<Result>>();
  return (item) => {
    const key = keyOf(item);
    let batcher = batchers.get(key);
    if (!batcher) {
      batcher = createBatcher((items) => work(items, key), options);
      batchers.set(key, batcher);
    }
    return batcher(item);
  };
}

/** Runs a batch and returns a function that delivers its results. */
async function runBatch<Item, Result>(
  work: (items: Item[]) => Promise<Result[]>,
  batch: QueuedCall<Item, Result>[],
): Promise<() => void> {
  try {
    const results = await work(batch.map(({ item }) => item));
    return () => {
      for (const [i, { resolve }] of batch.entries()) resolve(results[i] as Result);
    };
  } catch (error) {
    return () => {
      for (const { reject } of batch) reject(error);
    };
  }
}

/**
 * After a smaller batch, half of all calls in progress, so that two alternating batches become equal; else
 * all waiting calls.
 */
function evenSize(waiting: number, before: number): number {
  return waiting > before ? Math.ceil((waiting + before) / 2) : waiting;
}

function tick(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
