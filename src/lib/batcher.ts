import { storeBusy } from "./problem.ts";

/*
 * A batcher does together what is called at the same time: one statement for many rows costs little more than for one.
 *
 * Promise: the work for a call always starts after the call, so its result is never older. A batch starts at once when
 * fewer than `maxRunning` run; what is called meanwhile is the next batch. A batch that fails rejects its own calls.
 *
 * Why it is fair: calls join batches in their order. With a key each key has batches of its own, so one key waits for
 * none of another; keys that share batches, in turn, are those of `src/core/turns/shared-batcher.ts`.
 *
 * Bounds: `maxSize` calls in a batch, `maxRunning` batches at a time, `maxWaiting` calls that wait, each for at most
 * `maxWaitMs`; beyond that a call is rejected with 503. A key that is idle is forgotten.
 *
 * Abort: a call can't be withdrawn, because its batch serves others too.
 */

export type BatchOptions = {
  /** How many calls a batch has at most. */
  maxSize?: number;
  /** How many batches run at a time. */
  maxRunning?: number;
  /** How many calls wait for a batch at most; the others are rejected with 503. */
  maxWaiting?: number;
  /** How long a call waits for its batch to start; then it is rejected with 503. */
  maxWaitMs?: number;
  /** Called when no batch runs and no call waits. */
  onIdle?: () => void;
};

/** A call that waits for its batch, or for the end of it. */
export type QueuedCall<Item, Result> = {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
};
/** `at` is when it was made, of `performance.now()`. */
type TimedCall<Item, Result> = QueuedCall<Item, Result> & { at: number };

/** Returns a function that collects concurrent calls into batches. */
export function createBatcher<Item, Result>(
  work: (items: Item[]) => Promise<Result[]>,
  {
    maxSize = 1_000,
    maxRunning = 1,
    maxWaiting = Number.POSITIVE_INFINITY,
    maxWaitMs,
    onIdle,
  }: BatchOptions = {},
): (item: Item) => Promise<Result> {
  const waiting: TimedCall<Item, Result>[] = [];
  let running = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function run() {
    running++;
    // Calls of the same tick join the batch.
    await tick();
    while (waiting.length > 0) await runBatch(work, waiting.splice(0, maxSize));
    running--;
    if (running > 0) return;
    clearTimeout(timer);
    timer = undefined;
    onIdle?.();
  }

  /** One timer, for the call that waits longest, because most calls don't wait for long. */
  function endWaits() {
    const now = performance.now();
    timer = undefined;
    while (waiting[0] && now - waiting[0].at >= Number(maxWaitMs)) waiting.shift()?.reject(storeBusy());
    const [first] = waiting;
    if (first) timer = setTimeout(endWaits, first.at + Number(maxWaitMs) - now);
  }

  return (item) =>
    new Promise((resolve, reject) => {
      if (waiting.length >= maxWaiting) return reject(storeBusy());
      waiting.push({ item, at: performance.now(), resolve, reject });
      if (running < maxRunning) void run();
      else if (maxWaitMs !== undefined) timer ??= setTimeout(endWaits, maxWaitMs);
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
      // Of many stores few are busy at a time.
      const onIdle = () => void batchers.delete(key);
      batcher = createBatcher((items) => work(items, key), { ...options, onIdle });
      batchers.set(key, batcher);
    }
    return batcher(item);
  };
}

/** Runs of the same work, of which one is in progress at a time, and one more at most has been asked for. */
export type Runs = {
  /** Runs the work after a time in which further calls join this one. */
  soon(): void;
  /** Runs the work at once, or after the run in progress; resolves when that run has ended. */
  now(): Promise<void>;
};

/** Returns runs of `work`; `soon` begins one after `delayMs`. A run that fails rejects its own calls. */
export function oneAtATime(work: () => Promise<void>, delayMs = 0): Runs {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const run = createBatcher(
    async (calls: undefined[]): Promise<undefined[]> => {
      await work();
      return calls;
    },
    { maxSize: Number.POSITIVE_INFINITY },
  );
  const now = () => {
    clearTimeout(timer);
    timer = undefined;
    return run(undefined);
  };
  const soon = () => {
    timer ??= setTimeout(now, delayMs);
  };
  return { soon, now };
}

async function runBatch<Item, Result>(
  work: (items: Item[]) => Promise<Result[]>,
  batch: QueuedCall<Item, Result>[],
): Promise<void> {
  try {
    const results = await work(batch.map(({ item }) => item));
    for (const [i, { resolve }] of batch.entries()) resolve(results[i] as Result);
  } catch (error) {
    for (const { reject } of batch) reject(error);
  }
}

/** Waits for the next iteration of the event loop. */
export function tick(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
