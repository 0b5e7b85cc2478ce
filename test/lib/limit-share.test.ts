import { expect, test } from "bun:test";
import { limitShare } from "../../src/lib/limit-share.ts";

const SHARE = 0.1;
const WORK_MS = 3;
const FOR_MS = 300;

test("work runs at first, and later only as often as its share of the time allows", () => {
  const took: number[] = [];
  const work = limitShare(() => {
    const startedAt = performance.now();
    while (performance.now() - startedAt < WORK_MS);
    took.push(performance.now() - startedAt);
  }, SHARE);
  const startedAt = performance.now();
  work();
  expect(took).toHaveLength(1);
  while (performance.now() - startedAt < FOR_MS) work();
  // The time that the last run pays for may not be over yet.
  const paid = took.slice(0, -1).reduce((total, ms) => total + ms, 0);
  expect(paid).toBeLessThanOrEqual(SHARE * (performance.now() - startedAt));
  expect(took.length).toBeGreaterThan(1);
});
