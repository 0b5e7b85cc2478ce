export type BatchOptions = {
  maxSize?: number;
  /**
   * For work that waits for others most of its time, and whose callers come again with their answer: batches are kept of one
   * size, and the next is under way before the answers to the last are made, so that neither side ever waits for all.
   */
  pipelined?: boolean;
};

type Waiting<Item, Result> = {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
};

/**
 * Does the work of calls that come in together at once: one batch at a time, and what comes meanwhile goes into the
 * next. A call's work never begins before the call, so nobody gets an answer older than their question.
 */
export function createBatcher<Item, Result>(
  work: (items: Item[]) => Promise<Result[]>,
  { maxSize = 1_000, pipelined = false }: BatchOptions = {},
): (item: Item) => Promise<Result> {
  const waiting: Waiting<Item, Result>[] = [];
  let running = false;

  async function run() {
    running = true;
    // Whoever calls in the same breath is taken along.
    await turn();
    let answer = () => {};
    for (let size = 0; waiting.length > 0; ) {
      size = pipelined ? evenSize(waiting.length, size) : waiting.length;
      const done = settle(work, waiting.splice(0, Math.min(size, maxSize)));
      if (pipelined) await turn();
      answer();
      answer = await done;
      if (pipelined && waiting.length > 0) continue;
      answer();
      answer = () => {};
    }
    running = false;
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (!running) void run();
    });
}

/** Does the work of a batch and gives back how to tell its callers. */
async function settle<Item, Result>(
  work: (items: Item[]) => Promise<Result[]>,
  batch: Waiting<Item, Result>[],
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

/** All that wait after a larger batch, and half of all that are here after a smaller one: two batches in turn get even. */
function evenSize(waiting: number, before: number): number {
  return waiting > before ? Math.ceil((waiting + before) / 2) : waiting;
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
