import { expect, test } from "bun:test";
import { type BatchOptions, createBatcher, createKeyedBatcher } from "../../src/lib/batcher.ts";

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

test("a call whose batch doesn't start in time is rejected with 503, and those behind it go on", async () => {
  const { batches, call } = scripted({ maxWaitMs: 600 });
  const running = call("running");
  await soon();
  const early = call("early").catch(({ parts }) => parts.code);
  await Bun.sleep(400);
  const late = call("late").catch(({ parts }) => parts.code);
  expect(await early).toBe("store_busy");
  batches[0]?.end();
  await running;
  await soon();
  expect(batches.map(({ items }) => items)).toEqual([["running"], ["late"]]);
  // A batch that has started may take longer.
  await Bun.sleep(700);
  batches[1]?.end();
  expect(await late).toBe("late!");
});

test("a batcher says when it is idle, after its last batch alone", async () => {
  let idle = 0;
  const { batches, call } = scripted({ maxRunning: 2, onIdle: () => idle++ });
  const calls = [call("a")];
  await soon();
  calls.push(call("b"));
  await soon();
  batches[0]?.end();
  await soon();
  expect(idle).toBe(0);
  batches[1]?.end();
  await Promise.all(calls);
  await soon();
  expect(idle).toBe(1);
});

test("of one key one batch runs at a time, again after a pause", async () => {
  const batches: { key: string; items: string[] }[] = [];
  const call = createKeyedBatcher(
    (item: string) => item.slice(0, 1),
    async (items: string[], key) => {
      batches.push({ key, items });
      await soon();
      return items.map((item) => `${item}!`);
    },
  );
  const twice = async () => {
    const first = Promise.all(["a1", "a2", "b1"].map(call));
    await Bun.sleep(1);
    expect([...(await Promise.all([first, call("a3")]))].flat()).toEqual(["a1!", "a2!", "b1!", "a3!"]);
  };
  await twice();
  await Bun.sleep(20);
  await twice();
  expect(batches.map(({ key }) => key).filter((key) => key === "a").length).toBeGreaterThanOrEqual(4);
});
