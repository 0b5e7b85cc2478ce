import type { Ctx } from "../ctx.ts";
import { numberChanges, storesWithUnnumberedChanges } from "./number-changes.ts";

const SWEEP_INTERVAL_MS = 5_000;
/** Stores take turns after this many passes. */
const PASSES_PER_TURN = 10;

/**
 * Numbers the changes of all stores periodically, so that few are left to number when a feed is read. Returns
 * how to stop: the running pass is awaited.
 */
export function numberInBackground(ctx: Ctx): () => Promise<void> {
  let isStopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function sweep() {
    let waiting = await storesWithUnnumberedChanges(ctx);
    while (waiting.length > 0) {
      const unfinished: string[] = [];
      for (const storeId of waiting) if (await takeTurn(storeId)) unfinished.push(storeId);
      waiting = unfinished;
    }
  }

  /** Returns whether the store needs another turn. */
  async function takeTurn(storeId: string): Promise<boolean> {
    try {
      for (let pass = 0; pass < PASSES_PER_TURN; pass++) {
        if (isStopped || !(await numberChanges(ctx, storeId))) return false;
      }
      return true;
    } catch (error) {
      ctx.log.error({ err: error, storeId }, "can't number the changes of a store; others continue");
      return false;
    }
  }

  async function repeat() {
    try {
      await sweep();
    } catch (error) {
      ctx.log.error({ err: error }, "can't find the stores with changes");
    }
    if (isStopped) return;
    timer = setTimeout(() => {
      running = repeat();
    }, SWEEP_INTERVAL_MS);
  }

  let running = repeat();
  return async () => {
    isStopped = true;
    clearTimeout(timer);
    await running;
  };
}
