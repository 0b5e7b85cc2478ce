import { expect, test } from "bun:test";
import { limitShare } from "../../src/lib/limit-share.ts";

const cpuMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};
const LIMITS = { share: 0.1, burstMs: 20, cpuMs };
const WORK_MS = 3;

/** Keeps the processor busy, however long the process has to wait for it. */
function compute(): void {
  for (const startedAt = cpuMs(); cpuMs() - startedAt < WORK_MS; );
}

test("work runs in a burst at first, and later only as often as its share of the time allows", () => {
  const took: number[] = [];
  const work = limitShare(() => {
    const startedAt = performance.now();
    const startedAtCpu = cpuMs();
    compute();
    took.push(Math.min(cpuMs() - startedAtCpu, performance.now() - startedAt));
  }, LIMITS);
  const sum = () => took.reduce((total, ms) => total + ms, 0);
  const startedAt = performance.now();
  // The last run may have begun with little left.
  const allowed = () => LIMITS.burstMs + LIMITS.share * (performance.now() - startedAt) + (took.at(-1) ?? 0);
  for (let i = 0; i < 100; i++) work();
  expect(sum()).toBeGreaterThanOrEqual(LIMITS.burstMs);
  expect(sum()).toBeLessThanOrEqual(allowed());
  const inBurst = took.length;
  while (took.length < inBurst + 5) work();
  expect(sum()).toBeLessThanOrEqual(allowed());
});

test("each call runs either the work or, while that has used up its share, the other work", () => {
  const runs = { work: 0, otherwise: 0 };
  const busy = () => {
    compute();
    runs.work++;
  };
  // No share after the burst, however long the process has to wait while it works.
  const work = limitShare(busy, { ...LIMITS, share: 0 }, () => runs.otherwise++);
  for (let i = 0; i < 100; i++) work();
  expect(runs.work).toBeGreaterThan(1);
  expect(runs.otherwise).toBeGreaterThan(1);
  expect(runs.work + runs.otherwise).toBe(100);
});

test("work that waits for the processor doesn't use up its share meanwhile", () => {
  let runs = 0;
  // The process's own time would have that of its other threads, which collect garbage meanwhile.
  const waiting = { ...LIMITS, cpuMs: () => 0 };
  const work = limitShare(() => {
    Bun.sleepSync(2 * LIMITS.burstMs);
    runs++;
  }, waiting);
  for (let i = 0; i < 5; i++) work();
  expect(runs).toBe(5);
});
