/** The longest time that the event loop was blocked, and the peak growth of memory. */
export type Held = { longestMs: number; grownMb: number };

const TICK_MS = 2;

/**
 * Runs some work and returns the longest time that it blocked the event loop. Each gap between two ticks
 * counts as the smaller of its wall time and its CPU time, so that a busy machine doesn't count as blocking.
 */
export async function heldBy(work: () => Promise<unknown>): Promise<Held> {
  Bun.gc(true);
  const before = process.memoryUsage.rss();
  let peak = before;
  let longest = 0;
  let last = reading();
  const sample = () => {
    const now = reading();
    longest = Math.max(longest, Math.min(now.wall - last.wall, now.cpu - last.cpu));
    last = now;
    peak = Math.max(peak, process.memoryUsage.rss());
  };
  const ticks = setInterval(sample, TICK_MS);
  try {
    await work();
  } finally {
    clearInterval(ticks);
    sample();
  }
  return { longestMs: longest, grownMb: (peak - before) / 1024 / 1024 };
}

/**
 * Returns a function that returns how long this process has worked since the call, in milliseconds: the smaller of the time
 * and its CPU time, so that waiting for a processor on a busy machine doesn't count.
 */
export function startWork(): () => number {
  const start = reading();
  return () => {
    const now = reading();
    return Math.min(now.wall - start.wall, now.cpu - start.cpu);
  };
}

function reading() {
  const { user, system } = process.cpuUsage();
  return { wall: performance.now(), cpu: (user + system) / 1_000 };
}
