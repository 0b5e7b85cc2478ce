import { expect, test } from "bun:test";
import { type BatchOptions, createBatcher } from "../../src/lib/batcher.ts";

/** A batcher whose batches end when the test says so, with what each was given. */
function scripted(options: BatchOptions) {
  const batches: { items: string[]; end(): void }[] = [];
  const call = createBatcher(
    (items: string[]) =>
      new Promise<string[]>((resolve) => {
        batches.push({ items, end: () => resolve(items.map((item) => `${item}!`)) });
      }),
    options,
  );
  return { batches, call };
}

const soon = () => Bun.sleep(5);

test("two batches run at a time, and the calls made meanwhile are the next one", async () => {
  const { batches, call } = scripted({ maxRunning: 2 });
  const first = call("a");
  await soon();
  const second = call("b");
  await soon();
  const others = Promise.all(["c", "d"].map(call));
  await soon();
  expect(batches.map(({ items }) => items)).toEqual([["a"], ["b"]]);
  batches[1]?.end();
  expect(await second).toBe("b!");
  await soon();
  expect(batches.map(({ items }) => items)).toEqual([["a"], ["b"], ["c", "d"]]);
  for (const { end } of batches) end();
  expect([await first, ...(await others)]).toEqual(["a!", "c!", "d!"]);
});

test("calls beyond those that may wait are rejected with 503 at once, and later ones are not", async () => {
  const { batches, call } = scripted({ maxSize: 2, maxWaiting: 3 });
  const running = call("running");
  await soon();
  const waiting = ["a", "b", "c"].map(call);
  await expect(call("d")).rejects.toMatchObject({ parts: { status: 503, code: "store_busy" } });
  batches[0]?.end();
  await running;
  batches[1]?.end();
  await soon();
  const later = call("e");
  await soon();
  for (const { end } of batches) end();
  await soon();
  for (const { end } of batches) end();
  expect(await Promise.all([...waiting, later])).toEqual(["a!", "b!", "c!", "e!"]);
});
