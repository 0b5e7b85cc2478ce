/** Returns a function that runs `work`, unless `work` would then take more than `share` of the time, from 0 to 1. */
export function limitShare(work: () => void, share: number): () => void {
  let notBefore = 0;
  return () => {
    const startedAt = performance.now();
    if (startedAt < notBefore) return;
    work();
    const tookMs = performance.now() - startedAt;
    notBefore = startedAt + tookMs / share;
  };
}
