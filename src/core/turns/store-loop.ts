import type { Logger } from "pino";
import { createBackgroundLoop } from "./background-loop.ts";

/*
 * A store loop works for all stores in slices, in a process.
 *
 * Promise: a store that was woken gets a slice, and after it another one as long as it says that there may be more. A
 * store has one slice at a time; one that is woken during its slice gets one more afterwards.
 *
 * Why it is fair: stores wait in a queue, and each goes behind the others after a slice. So the wait of a store depends
 * on how many stores have work, and not on how much another has.
 *
 * Bounds: `maxSlices` run at a time. With `mayDouble` a store with more work may have a second one that no other store
 * needs. A store is in the queue once, however often it is woken.
 *
 * Stop: no slice starts any more, and those that run may end within five seconds. A slice that fails is logged, and tried
 * again by the next sweep, which comes every five seconds and finds the stores whose job was lost too.
 */

export type StoreLoop = {
  /** Queues stores behind those that wait already. */
  wake(storeIds: string[]): void;
  /** Wakes every store with work, whether or not a job was sent. */
  sweep(): Promise<void>;
  /** Waits until nothing is left to do; throws the first error since the last call. */
  idle(): Promise<void>;
  /** Sweeps periodically. Returns how to stop. */
  start(): () => Promise<void>;
};

export type StoreWork = {
  /** Does a slice of a store's work. Returns whether there may be more. */
  slice(storeId: string): Promise<boolean>;
  /** Returns the stores with work. */
  stores(): Promise<string[]>;
  /** The line in the log when a slice fails. */
  failed: string;
  /** How many slices run at a time; 2 by default. */
  maxSlices?: number;
  /**
   * Whether a store that has more work may have two slices at a time, while no other store has any. Without it, no
   * store ever has.
   */
  mayDouble?(): boolean;
};

export function createStoreLoop(
  { log }: { log: Logger },
  { slice, stores, failed, maxSlices = 2, mayDouble = () => false }: StoreWork,
): StoreLoop {
  /** In the order of their turns. */
  const waiting = new Set<string>();
  /** The stores whose last slice left work. */
  const backlogs = new Set<string>();
  /** The store of each running slice. */
  const slices: string[] = [];
  const loop = createBackgroundLoop({
    sweep: async () => wake(await stores()),
    isIdle: () => slices.length === 0 && (loop.isStopped() || waiting.size === 0),
    onError: (err) => log.error({ err }, failed),
  });

  function wake(storeIds: string[]) {
    for (const storeId of storeIds) waiting.add(storeId);
    startNext();
  }

  function startNext() {
    for (const storeId of waiting) if (hasRoom() && !slices.includes(storeId)) void workFor(storeId);
    for (const storeId of backlogs) if (hasRoom() && mayDouble()) void workFor(storeId);
    loop.resolveIdle();
  }

  function hasRoom(): boolean {
    return !loop.isStopped() && slices.length < maxSlices;
  }

  async function workFor(storeId: string) {
    waiting.delete(storeId);
    slices.push(storeId);
    const isMore = await Promise.try(slice, storeId).catch(loop.fail);
    slices.splice(slices.indexOf(storeId), 1);
    if (isMore) {
      waiting.add(storeId);
      backlogs.add(storeId);
    } else backlogs.delete(storeId);
    startNext();
  }

  return { wake, sweep: loop.sweep, idle: loop.idle, start: loop.start };
}
