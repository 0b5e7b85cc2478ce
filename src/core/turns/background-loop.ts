import { within } from "../../lib/within.ts";

/** Work of a process that goes on until it stops. */
export type BackgroundWork = {
  /** Finds all work, whether or not it was announced. */
  sweep(): Promise<void>;
  /** Whether nothing is in progress and nothing waits to be started. */
  isIdle(): boolean;
  /** Logs what has failed. */
  onError(error: unknown): void;
  /** Ends what has not started. */
  onStop?(): void;
};

export type BackgroundLoop = {
  isStopped(): boolean;
  /** Reports a failure to the log and to `idle`. */
  fail(error: unknown): undefined;
  /** Lets callers of `idle` go on if nothing is left to do; to be called whenever something has ended. */
  resolveIdle(): void;
  sweep(): Promise<void>;
  /** Waits until nothing is left to do; throws the first error since the last call. */
  idle(): Promise<void>;
  /** Sweeps periodically. Returns how to stop: what is in progress may finish within a grace period. */
  start(): () => Promise<void>;
};

const SWEEP_INTERVAL_MS = 5_000;
const SHUTDOWN_GRACE_MS = 5_000;

/** Returns what loops have in common: sweeps, waiting until they are idle, and an orderly stop. */
export function createBackgroundLoop({ sweep, isIdle, onError, onStop }: BackgroundWork): BackgroundLoop {
  const waiters: (() => void)[] = [];
  let isStopped = false;
  let failure: unknown;

  function fail(error: unknown): undefined {
    failure ??= error;
    onError(error);
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
      onStop?.();
      await within(
        SHUTDOWN_GRACE_MS,
        idle().catch(() => undefined),
      );
    };
  }

  const resolveIdle = () => {
    if (isIdle()) for (const waiter of waiters.splice(0)) waiter();
  };
  return { isStopped: () => isStopped, fail, resolveIdle, sweep, idle, start };
}
