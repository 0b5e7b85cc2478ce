import type { Release } from "./keyed-mutex.ts";
import { type Abortable, createWaitQueue, type WaitQueue } from "./wait-queue.ts";

const WAIT_MS = 10_000;
const MAX_WAITING = 1_000;

/** Divides slots among stores: a store may hold as many slots as are free, so that others always find one. */
export type StoreLimiter = {
  /** Acquires a slot. Calls of a store wait in order; throws 503 after ten seconds. */
  take(storeId: string, caller?: Abortable): Promise<Release>;
  /** Runs the work with a slot of the store. */
  within<T>(storeId: string, work: () => Promise<T>): Promise<T>;
};

type StoreSlots = { held: number; queue: WaitQueue };

/** Creates a limiter of `total` slots. */
export function createStoreLimiter(total: number): StoreLimiter {
  const stores = new Map<string, StoreSlots>();
  /** The stores with waiting calls; the one that has waited longest comes first. */
  const waiting = new Set<StoreSlots>();
  let free = total;

  async function take(storeId: string, caller?: Abortable): Promise<Release> {
    const slots = slotsOf(storeId);
    if (slots.queue.length() === 0 && slots.held < free) hold(slots);
    else await wait(storeId, slots, caller);
    return () => {
      slots.held--;
      free++;
      serve();
      removeIfIdle(storeId, slots);
    };
  }

  function slotsOf(storeId: string): StoreSlots {
    const slots = stores.get(storeId) ?? {
      held: 0,
      queue: createWaitQueue({ waitMs: WAIT_MS, maxWaiting: MAX_WAITING }),
    };
    stores.set(storeId, slots);
    return slots;
  }

  async function wait(storeId: string, slots: StoreSlots, caller?: Abortable): Promise<void> {
    waiting.add(slots);
    try {
      await slots.queue.join(caller);
    } catch (error) {
      removeIfIdle(storeId, slots);
      throw error;
    }
  }

  function hold(slots: StoreSlots) {
    slots.held++;
    free--;
  }

  /**
   * Serves the eligible store that has waited longest, then moves it to the end. Only stores that hold slots
   * are skipped.
   */
  function serve() {
    for (const slots of waiting) {
      if (free === 0) return;
      const isWaiting = slots.queue.length() > 0;
      if (isWaiting && slots.held >= free) continue;
      waiting.delete(slots);
      if (!isWaiting) continue;
      waiting.add(slots);
      hold(slots);
      slots.queue.next();
    }
  }

  function removeIfIdle(storeId: string, slots: StoreSlots) {
    if (slots.held === 0 && slots.queue.length() === 0) stores.delete(storeId);
  }

  return {
    take,
    within: async (storeId, work) => {
      const release = await take(storeId);
      try {
        return await work();
      } finally {
        release();
      }
    },
  };
}
