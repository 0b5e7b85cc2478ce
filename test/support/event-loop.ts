/** How long the event loop was held, in milliseconds, and how far memory grew, in megabytes, each at its most. */
export type Held = { longestMs: number; grownMb: number };

const TICK_MS = 2;

/**
 * Does some work and says how long it held the event loop at a time. What counts of a gap between two ticks is the lesser of the time
 * that went by and the time that this process had the processor: a busy machine holds nothing.
 */
export async function heldBy(work: () => Promise<unknown>): Promise<Held> {
  Bun.gc(true);
  const before = process.memoryUsage.rss();
  let most = before;
  let longest = 0;
  let last = reading();
  const look = () => {
    const now = reading();
    longest = Math.max(longest, Math.min(now.wall - last.wall, now.cpu - last.cpu));
    last = now;
    most = Math.max(most, process.memoryUsage.rss());
  };
  const ticks = setInterval(look, TICK_MS);
  try {
    await work();
  } finally {
    clearInterval(ticks);
    look();
  }
  return { longestMs: longest, grownMb: (most - before) / 1024 / 1024 };
}

function reading() {
  const { user, system } = process.cpuUsage();
  return { wall: performance.now(), cpu: (user + system) / 1_000 };
}
