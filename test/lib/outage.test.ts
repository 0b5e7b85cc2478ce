import { expect, test } from "bun:test";
import { keepTrying } from "../../src/lib/keep-trying.ts";
import { createOutage } from "../../src/lib/outage.ts";
import { slowdown } from "../support/slowdown.ts";

/** Returns an outage with a clock of the test, and what it reports. */
function reported() {
  const lines: string[] = [];
  let now = 1_000_000;
  const outage = createOutage(
    {
      onFailure: (error, forMs) => lines.push(`${error} ${forMs}`),
      onEnd: (forMs) => lines.push(`over ${forMs}`),
    },
    () => now,
  );
  return { lines, outage, pass: (ms: number) => (now += ms) };
}

test("an outage is reported when it begins, once a minute, and when it is over, however often it is noticed", () => {
  const { lines, outage, pass } = reported();
  outage.succeeded();
  for (let i = 0; i < 150_000; i++) {
    outage.failed("broken");
    pass(1);
  }
  outage.succeeded();
  outage.succeeded();
  expect(lines).toEqual(["broken 0", "broken 60000", "broken 120000", "over 150000"]);
});

test("whatever breaks and recovers in whatever order, it makes at most 12 reports a minute", () => {
  for (let seed = 1; seed < 200; seed++) {
    const { lines, outage, pass } = reported();
    let random = seed;
    for (let ms = 0; ms < 60_000; ) {
      random = (random * 48_271) % 2_147_483_647;
      if (random % 3 === 0) outage.succeeded();
      else outage.failed("broken");
      ms += pass(random % 500) && random % 500;
    }
    expect(lines.length).toBeLessThanOrEqual(13);
  }
});

test("an outage that begins soon after another is reported after a while", () => {
  const { lines, outage, pass } = reported();
  outage.failed("first");
  outage.succeeded();
  pass(1_000);
  outage.failed("second");
  pass(9_500);
  outage.failed("second");
  pass(500);
  outage.succeeded();
  expect(lines).toEqual(["first 0", "over 0", "second 9500", "over 10000"]);
});

test("one attempt runs at a time, and pauses grow to five seconds", async () => {
  const starts: number[] = [];
  let running = 0;
  const attempt = async () => {
    expect(running++).toBe(0);
    starts.push(performance.now());
    await Bun.sleep(5);
    running--;
    if (starts.length < 6) throw new Error("not yet");
  };
  const errors: unknown[] = [];
  await keepTrying(attempt, { isStopped: () => false, onError: (error) => errors.push(error) });
  expect(errors).toHaveLength(5);
  const pauses = starts.slice(1).map((start, i) => start - (starts[i] ?? 0));
  for (const [i, pause] of pauses.entries()) {
    expect(pause).toBeGreaterThan(2 ** i * 50 - 5);
    // The margin is for busy machines.
    expect(pause).toBeLessThan(2 ** i * 100 + 500 * slowdown());
  }
});

test("a pause ends early when the next attempt may well succeed, and when it is stopped none follows", async () => {
  const woken = Promise.withResolvers<void>();
  let attempts = 0;
  let isStopped = false;
  const trying = keepTrying(
    async () => {
      attempts++;
      throw new Error("not yet");
    },
    { isStopped: () => isStopped, onError: () => {}, wake: () => woken.promise },
  );
  while (attempts < 2) await Bun.sleep(5);
  const before = attempts;
  isStopped = true;
  woken.resolve();
  await trying;
  expect(before).toBeGreaterThan(1);
  expect(attempts).toBe(before);
});
