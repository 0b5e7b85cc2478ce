import { type Abortable, createWaitQueue, type WaitQueue } from "./wait-queue.ts";

const WAIT_MS = 10_000;
const MAX_WAITING = 1_000;

/** Releases what was acquired. Call it once. */
export type Release = () => void;

/** A mutex per key. Callers wait in order; `take` throws 503 after ten seconds, or when too many wait. */
export type KeyedMutex = { take(key: string, caller?: Abortable): Promise<Release> };

/** Creates a mutex per key, which exists while it is in use. */
export function createKeyedMutex(): KeyedMutex {
  const queues = new Map<string, WaitQueue>();

  function release(key: string, queue: WaitQueue) {
    if (!queue.next()) queues.delete(key);
  }

  return {
    take: async (key, caller) => {
      const existing = queues.get(key);
      const queue = existing ?? createWaitQueue({ waitMs: WAIT_MS, maxWaiting: MAX_WAITING });
      queues.set(key, queue);
      await existing?.join(caller);
      return () => release(key, queue);
    },
  };
}
