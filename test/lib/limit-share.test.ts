import { expect, test } from "bun:test";
import { limitShare } from "../../src/lib/limit-share.ts";

const LIMITS = { share: 0.1, burstMs: 20 };
const WORK_MS = 3;
const FOR_MS = 300;

test("work runs in a burst at first, and later only as often as its share of the time allows", () => {
  const took: number[] = [];
  const work = limitShare(() => {
    const startedAt = performance.now();
    while (performance.now() - startedAt < WORK_MS);
    took.push(performance.now() - startedAt);
  }, LIMITS);
  const sum = () => took.reduce((total, ms) => total + ms, 0);
  const startedAt = performance.now();
  for (let i = 0; i < 100; i++) work();
  // The last run may have begun with little left.
  const allowed = () => LIMITS.burstMs + LIMITS.share * (performance.now() - startedAt) + (took.at(-1) ?? 0);
  expect(sum()).toBeGreaterThanOrEqual(LIMITS.burstMs);
  expect(sum()).toBeLessThanOrEqual(allowed());
  const inBurst = took.length;
  while (performance.now() - startedAt < FOR_MS) work();
  expect(sum()).toBeLessThanOrEqual(allowed());
  expect(took.length).toBeGreaterThan(inBurst);
});

test("each call runs either the work or, while that has used up its share, the other work", () => {
  const runs = { work: 0, otherwise: 0 };
  const busy = () => {
    const startedAt = performance.now();
    while (performance.now() - startedAt < WORK_MS);
    runs.work++;
  };
  // A process may have to wait for longer than a short burst while it works.
  const work = limitShare(busy, { ...LIMITS, burstMs: 10 * LIMITS.burstMs }, () => runs.otherwise++);
  for (let i = 0; i < 100; i++) work();
  expect(runs.work).toBeGreaterThan(1);
  expect(runs.otherwise).toBeGreaterThan(1);
  expect(runs.work + runs.otherwise).toBe(100);
});
