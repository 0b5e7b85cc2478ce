import { type QueuedCall, tick } from "../../lib/batcher.ts";

/*
 * A shared batcher is a batcher whose batches hold the calls of several owners, such as stores.
 *
 * Promise: of one owner one batch runs at a time, and calls made meanwhile go into its next, so no call overtakes an
 * earlier one of its owner. The next batches start before results are delivered, so that the work and its callers, who
 * call again after each result, overlap.
 *
 * Why it is fair: owners take turns, the one that has waited longest first, and when many wait a batch has the same share
 * for each. An owner whose results are late, or whose share fails, holds up itself alone.
 *
 * Bounds: `maxSize` calls in a batch, `maxRunning` batches at a time. Beside a running batch a few calls wait for more, but
 * not for long. Requests bound how many calls wait: each has one.
 *
 * Abort: a call can't be withdrawn, because its batch serves others too.
 */

/** The calls of one owner in a batch. */
export type Share<Item> = { owner: string; items: Item[] };

/** The results of a share, in the order of its items; a promise when the share goes on alone. */
export type ShareResults<Result> = Result[] | Promise<Result[]>;

export type SharedBatchOptions = {
  /** How many calls a batch has at most. */
  maxSize: number;
  /** How many batches run at a time. */
  maxRunning: number;
};

type Owner<Item, Result> = {
  name: string;
  waiting: QueuedCall<Item, Result>[];
  /** The size of the owner's last batch. */
  before: number;
};

type QueuedShare<Item, Result> = { owner: Owner<Item, Result>; calls: QueuedCall<Item, Result>[] };

/** Calls are not divided into smaller batches, whose fixed cost would exceed the gain. */
const MIN_SIZE = 16;
/** How long fewer calls wait for a running batch to end before they become a batch beside it. */
const MAX_WAIT_MS = 5;

/**
 * Returns a function that collects concurrent calls of all owners into batches. `work` resolves when the batch is done,
 * with the results of each share.
 */
export function createSharedBatcher<Item, Result>(
  ownerOf: (item: Item) => string,
  work: (shares: Share<Item>[]) => Promise<ShareResults<Result>[]>,
  { maxSize, maxRunning }: SharedBatchOptions,
): (item: Item) => Promise<Result> {
  const owners = new Map<string, Owner<Item, Result>>();
  /** The owners that have waiting calls and no batch; the one that has waited longest comes first. */
  const ready = new Set<Owner<Item, Result>>();
  let running = 0;
  /** The calls without a result. */
  let open = 0;
  /** The waiting calls of ready owners. */
  let readyCalls = 0;
  let isScheduled = false;
  let isWaiting = false;

  /** Calls of the same tick join the batch. */
  function schedule() {
    if (ready.size === 0 || running === maxRunning || isScheduled) return;
    if (!isWorthwhile()) {
      if (isWaiting) return;
      isWaiting = true;
      setTimeout(() => {
        isWaiting = false;
        if (ready.size > 0 && running < maxRunning) void run(takeBatch());
      }, MAX_WAIT_MS);
      return;
    }
    isScheduled = true;
    setImmediate(() => {
      isScheduled = false;
      start();
    });
  }

  function start() {
    while (ready.size > 0 && running < maxRunning && isWorthwhile()) void run(takeBatch());
    schedule();
  }

  /** Whether a batch need not wait for a running one to end. */
  function isWorthwhile(): boolean {
    return running === 0 || readyCalls >= MIN_SIZE;
  }

  function takeBatch(): QueuedShare<Item, Result>[] {
    const isSpread = owners.size > maxRunning;
    // Equal batches: one for each that may run, and one whose results are being delivered.
    const size = isSpread ? Math.max(MIN_SIZE, Math.ceil(open / (maxRunning + 1))) : maxSize;
    const maxShare = Math.max(1, Math.floor(maxSize / ready.size));
    const batch: QueuedShare<Item, Result>[] = [];
    let taken = 0;
    for (const owner of ready) {
      const wanted = isSpread ? owner.waiting.length : evenSize(owner.waiting.length, owner.before);
      readyCalls -= owner.waiting.length;
      const calls = owner.waiting.splice(0, Math.min(wanted, maxShare));
      ready.delete(owner);
      owner.before = calls.length;
      batch.push({ owner, calls });
      taken += calls.length;
      if (taken >= size) break;
    }
    return batch;
  }

  async function run(batch: QueuedShare<Item, Result>[]) {
    running++;
    const deliveries = await worked(batch);
    running--;
    start();
    if (running > 0) await untilSent();
    for (const deliver of deliveries) deliver();
  }

  /** Does the work of a batch, and returns functions that deliver the results that are there. */
  async function worked(batch: QueuedShare<Item, Result>[]): Promise<(() => void)[]> {
    const shares = batch.map(({ owner, calls }) => ({
      owner: owner.name,
      items: calls.map(({ item }) => item),
    }));
    try {
      const results = await work(shares);
      return batch.flatMap((share, i) => {
        const result = results[i] ?? [];
        if (Array.isArray(result)) return end(share, result);
        result.then(
          (late) => end(share, late)(),
          (error) => end(share, undefined, error)(),
        );
        return [];
      });
    } catch (error) {
      return batch.map((share) => end(share, undefined, error));
    }
  }

  /** Lets the owner's next batch start, and returns a function that delivers the results, or the error. */
  function end(share: QueuedShare<Item, Result>, results: Result[] | undefined, error?: unknown): () => void {
    release(share);
    return () => {
      open -= share.calls.length;
      for (const [i, { resolve, reject }] of share.calls.entries()) {
        if (results) resolve(results[i] as Result);
        else reject(error);
      }
    };
  }

  function release({ owner }: QueuedShare<Item, Result>) {
    if (owner.waiting.length === 0) owners.delete(owner.name);
    else ready.add(owner);
    readyCalls += owner.waiting.length;
    schedule();
  }

  return (item) =>
    new Promise((resolve, reject) => {
      const name = ownerOf(item);
      let owner = owners.get(name);
      if (!owner) {
        owner = { name, waiting: [], before: 0 };
        owners.set(name, owner);
        ready.add(owner);
      }
      owner.waiting.push({ item, resolve, reject });
      if (ready.has(owner)) readyCalls++;
      open++;
      schedule();
    });
}

/**
 * Waits until the statements of the batches that have just started are sent: a connection gets one after the
 * current turn of the event loop has been scheduled, and sends it at the end of that turn. Without this the
 * database would be idle while results are delivered.
 */
async function untilSent(): Promise<void> {
  await tick();
  await tick();
}

/**
 * After a smaller batch, half of all calls in progress, so that two alternating batches become equal; else
 * all waiting calls.
 */
function evenSize(waiting: number, before: number): number {
  const isUneven = waiting > before && waiting + before > MIN_SIZE;
  return isUneven ? Math.ceil((waiting + before) / 2) : waiting;
}
