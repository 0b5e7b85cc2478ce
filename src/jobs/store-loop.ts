import type { Ctx } from "../ctx.ts";
import { within } from "../lib/within.ts";

/** Works for all stores, which take turns: a slice of one, then a slice of the next. */
export type StoreLoop = {
  /** Queues stores behind those that wait already. */
  wake(storeIds: string[]): void;
  /** Wakes every store with work, whether or not a job was sent. */
  sweep(): Promise<void>;
  /** Waits until nothing is left to do; throws the first error since the last call. */
  idle(): Promise<void>;
  /** Sweeps periodically. Returns how to stop: running slices may finish within a grace period. */
  start(): () => Promise<void>;
};

export type StoreWork = {
  /** Does a slice of a store's work. Returns whether there may be more. */
  slice(storeId: string): Promise<boolean>;
  /** Returns the stores with work. */
  stores(): Promise<string[]>;
  /** The line in the log when a slice fails. A sweep tries it again. */
  failed: string;
};

/** How many stores are processed at a time. */
const MAX_ACTIVE_STORES = 2;
const SWEEP_INTERVAL_MS = 5_000;
const SHUTDOWN_GRACE_MS = 5_000;

export function createStoreLoop(ctx: Ctx, { slice, stores, failed }: StoreWork): StoreLoop {
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
      if (!active.has(storeId)) void workFor(storeId);
    }
    if (isIdle()) for (const waiter of waiters.splice(0)) waiter();
  }

  async function workFor(storeId: string) {
    waiting.delete(storeId);
    active.add(storeId);
    try {
      if (await slice(storeId)) waiting.add(storeId);
    } catch (error) {
      fail(error);
    }
    active.delete(storeId);
    startNext();
  }

  function fail(error: unknown) {
    failure ??= error;
    ctx.log.error({ err: error }, failed);
  }

  function isIdle(): boolean {
    return active.size === 0 && (isStopped || waiting.size === 0);
  }

  async function sweep() {
    wake(await stores());
  }

  async function idle() {
    if (!isIdle()) await new Promise<void>((resolve) => waiters.push(resolve));
    const failedWith = failure;
    failure = undefined;
    if (failedWith) throw failedWith;
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
