import type { Ctx } from "../ctx.ts";
import { pause } from "../lib/pause.ts";
import { recordSlice, storesWithBatches } from "./record-batches.ts";

/** Records the kept batches of stores, which take turns: a slice of one, then a slice of the next. */
export type Recorder = {
  /** Records what the stores have, each after those that wait already. */
  wake(storeIds: string[]): void;
  /** Wakes every store that has something, whether or not a job told of it. */
  sweep(): Promise<void>;
  /** Waits until nothing is left to do; throws what failed since the last time. */
  idle(): Promise<void>;
  /** Sweeps from now on. Returns how to end: what runs may run to its end, for a while. */
  start(): () => Promise<void>;
};

/** How many stores are at work at once. */
const MOST_AT_WORK = 2;
const SWEEP_MS = 5_000;
const SHUTDOWN_GRACE_MS = 5_000;

export function createRecorder(ctx: Ctx): Recorder {
  /** In the order of their turns. */
  const waiting = new Set<string>();
  const atWork = new Set<string>();
  const idlers: (() => void)[] = [];
  let isStopped = false;
  let failure: unknown;

  function wake(storeIds: string[]) {
    for (const storeId of storeIds) waiting.add(storeId);
    begin();
  }

  function begin() {
    for (const storeId of waiting) {
      if (isStopped || atWork.size >= MOST_AT_WORK) break;
      if (!atWork.has(storeId)) void serve(storeId);
    }
    if (isIdle()) for (const idler of idlers.splice(0)) idler();
  }

  async function serve(storeId: string) {
    waiting.delete(storeId);
    atWork.add(storeId);
    try {
      if (await recordSlice(ctx, storeId)) waiting.add(storeId);
    } catch (error) {
      // Found again by a sweep.
      fail(error);
    }
    atWork.delete(storeId);
    begin();
  }

  function fail(error: unknown) {
    failure ??= error;
    ctx.log.error({ err: error }, "kept events can't be recorded");
  }

  function isIdle(): boolean {
    return atWork.size === 0 && (isStopped || waiting.size === 0);
  }

  async function sweep() {
    wake(await storesWithBatches(ctx));
  }

  async function idle() {
    if (!isIdle()) await new Promise<void>((resolve) => idlers.push(resolve));
    const failed = failure;
    failure = undefined;
    if (failed) throw failed;
  }

  function start() {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const again = async () => {
      await sweep().catch(fail);
      if (!isStopped) timer = setTimeout(again, SWEEP_MS);
    };
    void again();
    return async () => {
      isStopped = true;
      clearTimeout(timer);
      await Promise.race([idle().catch(() => undefined), pause(SHUTDOWN_GRACE_MS)]);
    };
  }

  return { wake, sweep, idle, start };
}
