import type { Release } from "./keyed-mutex.ts";
import { type Abortable, createWaitQueue, type WaitQueue } from "./wait-queue.ts";

const WAIT_MS = 10_000;
const MAX_WAITING = 1_000;

/** Divides places among stores: one may have as many as are free, so that however many it wants others find one. */
export type StoreLimiter = {
  /** Waits in the order of the store's calls, for ten seconds at most (503). */
  take(storeId: string, caller?: Abortable): Promise<Release>;
  /** Does the work in a place of the store. */
  within<T>(storeId: string, work: () => Promise<T>): Promise<T>;
};

type Share = { held: number; line: WaitQueue };

export function createStoreLimiter(places: number): StoreLimiter {
  const shares = new Map<string, Share>();
  /** Those that somebody waits for, who waited longest first. */
  const wanted = new Set<Share>();
  let free = places;

  async function take(storeId: string, caller?: Abortable): Promise<Release> {
    const share = shareOf(storeId);
    if (share.line.length() === 0 && share.held < free) hold(share);
    else await wait(storeId, share, caller);
    return () => {
      share.held--;
      free++;
      serve();
      forget(storeId, share);
    };
  }

  function shareOf(storeId: string): Share {
    const share = shares.get(storeId) ?? {
      held: 0,
      line: createWaitQueue({ waitMs: WAIT_MS, maxWaiting: MAX_WAITING }),
    };
    shares.set(storeId, share);
    return share;
  }

  async function wait(storeId: string, share: Share, caller?: Abortable): Promise<void> {
    wanted.add(share);
    try {
      await share.line.join(caller);
    } catch (error) {
      forget(storeId, share);
      throw error;
    }
  }

  function hold(share: Share) {
    share.held++;
    free--;
  }

  /** Who waited longest of those who may have a place is next, and its store then the last. No more are passed over than hold places. */
  function serve() {
    for (const share of wanted) {
      if (free === 0) return;
      const isWaiting = share.line.length() > 0;
      if (isWaiting && share.held >= free) continue;
      wanted.delete(share);
      if (!isWaiting) continue;
      wanted.add(share);
      hold(share);
      share.line.next();
    }
  }

  function forget(storeId: string, share: Share) {
    if (share.held === 0 && share.line.length() === 0) shares.delete(storeId);
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
