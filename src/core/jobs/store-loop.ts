import { within } from "../../lib/within.ts";
import type { Ctx } from "../ctx.ts";

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
  /**
   * Whether a store that has more work may have two slices at a time, while no other store has any. Without it, no
   * store ever has.
   */
  mayDouble?(): boolean;
};

/** How many slices run at a time. */
const MAX_SLICES = 2;
const SWEEP_INTERVAL_MS = 5_000;
const SHUTDOWN_GRACE_MS = 5_000;

export function createStoreLoop(
  ctx: Ctx,
  { slice, stores, failed, mayDouble = () => false }: StoreWork,
): StoreLoop {
  /** In the order of their turns. */
  const waiting = new Set<string>();
  /** The stores whose last slice left work. */
  const backlogs = new Set<string>();
  /** The store of each running slice. */
  const slices: string[] = [];
  const waiters: (() => void)[] = [];
  let isStopped = false;
  let failure: unknown;

  function wake(storeIds: string[]) {
    for (const storeId of storeIds) waiting.add(storeId);
    startNext();
  }

  function startNext() {
    for (const storeId of waiting) if (hasRoom() && !slices.includes(storeId)) void workFor(storeId);
    for (const storeId of backlogs) if (hasRoom() && mayDouble()) void workFor(storeId);
    if (isIdle()) for (const waiter of waiters.splice(0)) waiter();
  }

  function hasRoom(): boolean {
    return !isStopped && slices.length < MAX_SLICES;
  }

  async function workFor(storeId: string) {
    waiting.delete(storeId);
    slices.push(storeId);
    const isMore = await slice(storeId).catch(fail);
    slices.splice(slices.indexOf(storeId), 1);
    if (isMore) {
      waiting.add(storeId);
      backlogs.add(storeId);
    } else backlogs.delete(storeId);
    startNext();
  }

  function fail(error: unknown): void {
    failure ??= error;
    ctx.log.error({ err: error }, failed);
  }

  function isIdle(): boolean {
    return slices.length === 0 && (isStopped || waiting.size === 0);
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
