const SAMPLE_US = 20_000;

/**
 * Returns how many times as long as on a free processor this process's work takes now, at least 1. A limit of time that
 * the service promises on a free machine is multiplied by it: what waits longer than it should still exceeds it, what
 * others take of the machine doesn't.
 */
export function slowdown(): number {
  const began = performance.now();
  const before = process.cpuUsage();
  let usedUs = 0;
  while (usedUs < SAMPLE_US) {
    const { user, system } = process.cpuUsage(before);
    usedUs = user + system;
  }
  return Math.max(1, ((performance.now() - began) * 1_000) / usedUs);
}

/** Runs `work`, and returns its result with the slowdown meanwhile: the mean of that before and after it. */
export async function withSlowdown<Result>(work: () => Promise<Result>): Promise<[Result, number]> {
  const before = slowdown();
  const result = await work();
  return [result, (before + slowdown()) / 2];
}
