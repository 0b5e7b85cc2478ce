export type ShareLimits = {
  /** The share of the time, from 0 to 1, that work may take in the long run. */
  share: number;
  /** How long work may take at once after it has not run for a while, besides its last run. */
  burstMs: number;
  /** Returns the processor time that the process has used: waiting for a processor, on a busy machine, isn't work. */
  cpuMs(): number;
};

/** Returns a function that runs `work`, or `otherwise` while `work` has used up its share of the time. */
export function limitShare(
  work: () => void,
  { share, burstMs, cpuMs }: ShareLimits,
  otherwise: () => void = () => {},
): () => void {
  let leftMs = burstMs;
  let since = performance.now();
  return () => {
    const startedAt = performance.now();
    leftMs = Math.min(burstMs, leftMs + (startedAt - since) * share);
    since = startedAt;
    if (leftMs <= 0) return otherwise();
    const usedBefore = cpuMs();
    work();
    // The work may have several processors at once.
    leftMs -= Math.min(cpuMs() - usedBefore, performance.now() - startedAt);
  };
}
