import { type Abortable, createWaitQueue, type WaitQueue } from "./wait-queue.ts";

const WAIT_MS = 10_000;
const MAX_WAITING = 200;

/** Gives back what was taken; to be called once. */
export type Release = () => void;

/** Lets one at a time have a key; others wait in the order of their calls, for ten seconds at most (503). Other keys don't wait. */
export type KeyedMutex = { take(key: string, caller?: Abortable): Promise<Release> };

export function createKeyedMutex(): KeyedMutex {
  const taken = new Map<string, WaitQueue>();

  function release(key: string, line: WaitQueue) {
    if (!line.next()) taken.delete(key);
  }

  return {
    take: async (key, caller) => {
      const before = taken.get(key);
      const line = before ?? createWaitQueue({ waitMs: WAIT_MS, maxWaiting: MAX_WAITING });
      taken.set(key, line);
      await before?.join(caller);
      return () => release(key, line);
    },
  };
}
