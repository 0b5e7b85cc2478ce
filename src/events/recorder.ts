import type { Ctx } from "../ctx.ts";
import { within } from "../lib/within.ts";
import { recordSlice, storesWithBatches } from "./record-batches.ts";

/** Records the stored batches of all stores, which take turns: a slice of one, then a slice of the next. */
export type Recorder = {
  /** Queues stores behind those that wait already. */
  wake(storeIds: string[]): void;
  /** Wakes every store with batches, whether or not a job was sent. */
  sweep(): Promise<void>;
  /** Waits until nothing is left to do; throws the first error since the last call. */
  idle(): Promise<void>;
  /** Sweeps periodically. Returns how to stop: running slices may finish within a grace period. */
  start(): () => Promise<void>;
};

/** How many stores are processed at a time. */
const MAX_ACTIVE_STORES = 2;
const SWEEP_INTERVAL_MS = 5_000;
const SHUTDOWN_GRACE_MS = 5_000;

export function createRecorder(ctx: Ctx): Recorder {
  /** In the order of their turns. */
  const waiting = new Set<string>();
  const active = new Set<string>();
  const waiters: (() => void)[] = [];
  let isStopped = false;
  let failure: unknown;

  function wake(storeIds: string[]) {
    for (const storeId of storeIds) waiting.add(storeId);
    startNext();
  }

  function startNext() {
    for (const storeId of waiting) {
      if (isStopped || active.size >= MAX_ACTIVE_STORES) break;
      if (!active.has(storeId)) void recordStore(storeId);
    }
    if (isIdle()) for (const waiter of waiters.splice(0)) waiter();
  }

  async function recordStore(storeId: string) {
    waiting.delete(storeId);
    active.add(storeId);
    try {
      if (await recordSlice(ctx, storeId)) waiting.add(storeId);
    } catch (error) {
      // A sweep retries it.
      fail(error);
    }
    active.delete(storeId);
    startNext();
  }

  function fail(error: unknown) {
    failure ??= error;
    ctx.log.error({ err: error }, "can't record stored events");
  }

  function isIdle(): boolean {
    return active.size === 0 && (isStopped || waiting.size === 0);
  }

  async function sweep() {
    wake(await storesWithBatches(ctx));
  }

  async function idle() {
    if (!isIdle()) await new Promise<void>((resolve) => waiters.push(resolve));
    const failed = failure;
    failure = undefined;
    if (failed) throw failed;
  }

  function start() {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const repeat = async () => {
      await sweep().catch(fail);
      if (!isStopped) timer = setTimeout(repeat, SWEEP_INTERVAL_MS);
    };
    void repeat();
    return async () => {
      isStopped = true;
      clearTimeout(timer);
      await within(
        SHUTDOWN_GRACE_MS,
        idle().catch(() => undefined),
      );
    };
  }

  return { wake, sweep, idle, start };
}
