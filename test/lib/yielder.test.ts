import { expect, test } from "bun:test";
import { createYielder } from "../../src/lib/yielder.ts";

const TURNS = 40;

test("a long task leaves several iterations of the event loop to others between its turns", async () => {
  let [iterations, isRunning] = [0, true];
  const iterate = () => {
    iterations++;
    if (isRunning) setImmediate(iterate);
  };
  setImmediate(iterate);
  const yieldNow = createYielder();
  await takeTurns(yieldNow, TURNS);
  const before = iterations;
  await takeTurns(yieldNow, TURNS);
  isRunning = false;
  expect(iterations - before).toBeGreaterThan(3 * TURNS);
});

test("of many long tasks each gets its turn", async () => {
  const finished: number[] = [];
  await Promise.all(
    [1, 2, 3].map(async (task) => {
      await takeTurns(createYielder(), TURNS / 2);
      finished.push(task);
    }),
  );
  expect(finished.toSorted()).toEqual([1, 2, 3]);
});

async function takeTurns(yieldNow: ReturnType<typeof createYielder>, turns: number): Promise<void> {
  for (let taken = 0; taken < turns; ) {
    const yielded = yieldNow();
    if (!yielded) continue;
    await yielded;
    taken++;
  }
}
