import { expect, test } from "bun:test";
import {
  createSharedBatcher,
  type Share,
  type ShareResults,
} from "../../../src/core/turns/shared-batcher.ts";

type Batch = { shares: string[]; end(results?: ShareResults<string>[]): void; fail(): void };

/** Returns a batcher of texts such as `a1`, whose first letter is the owner, and its batches in order. */
function scripted(options = { maxSize: 100, maxRunning: 2 }) {
  const batches: Batch[] = [];
  const resultsOf = (shares: Share<string>[]) => shares.map(({ items }) => items.map((item) => `${item}!`));
  const call = createSharedBatcher(
    (item: string) => item.charAt(0),
    (shares) =>
      new Promise<ShareResults<string>[]>((resolve, reject) => {
        batches.push({
          shares: shares.map(({ items }) => items.join()),
          end: (results = resultsOf(shares)) => resolve(results),
          fail: () => reject(new Error("failed")),
        });
      }),
    options,
  );
  const calls = (...items: string[]) => items.map(call);
  return { batches, calls, shares: () => batches.map(({ shares }) => shares) };
}

const soon = () => Bun.sleep(20);

test("calls of one tick share a batch, and each gets its own result", async () => {
  const { batches, calls, shares } = scripted();
  const all = Promise.all(calls("a1", "b1", "a2"));
  await soon();
  expect(shares()).toEqual([["a1,a2", "b1"]]);
  batches[0]?.end();
  expect(await all).toEqual(["a1!", "b1!", "a2!"]);
});

test("of one owner one batch runs at a time, and no more batches than allowed", async () => {
  const { batches, calls, shares } = scripted();
  calls("a1");
  await soon();
  calls("a2", "b1");
  await soon();
  calls("c1", "b2");
  await soon();
  expect(shares()).toEqual([["a1"], ["b1"]]);
  batches[1]?.end();
  await soon();
  expect(shares().slice(2)).toEqual([["c1", "b2"]]);
  batches[0]?.end();
  await soon();
  expect(shares().slice(3)).toEqual([["a2"]]);
});

test("beside a running batch a few calls wait for more, but not for long", async () => {
  const { calls, shares } = scripted();
  calls("a1");
  await Bun.sleep(1);
  calls("b1");
  await Bun.sleep(1);
  expect(shares()).toEqual([["a1"]]);
  calls("c1");
  await soon();
  expect(shares()).toEqual([["a1"], ["b1", "c1"]]);
});

test("owners take turns: of one with many calls a batch has no more than its share", async () => {
  const { calls, shares } = scripted({ maxSize: 6, maxRunning: 1 });
  calls(...Array.from({ length: 50 }, (_, i) => `a${i}`), "b1", "c1");
  await soon();
  expect(shares()).toEqual([["a0,a1", "b1", "c1"]]);
});

test("an owner whose results are late holds up itself alone", async () => {
  const { batches, calls, shares } = scripted({ maxSize: 100, maxRunning: 1 });
  const [a, b] = calls("a1", "b1");
  await soon();
  const late = Promise.withResolvers<string[]>();
  batches[0]?.end([late.promise, ["b!"]]);
  expect(await b).toBe("b!");
  calls("a2", "b2");
  await soon();
  expect(shares().slice(1)).toEqual([["b2"]]);
  late.resolve(["a!"]);
  expect(await a).toBe("a!");
  batches[1]?.end();
  await soon();
  expect(shares().slice(2)).toEqual([["a2"]]);
});

test("a batch that fails rejects its own calls, and the next one runs", async () => {
  const { batches, calls } = scripted({ maxSize: 100, maxRunning: 1 });
  const failed = Promise.allSettled(calls("a1", "b1"));
  await soon();
  const next = Promise.all(calls("a2", "c1"));
  batches[0]?.fail();
  expect((await failed).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  batches[1]?.end();
  expect(await next).toEqual(["a2!", "c1!"]);
});

test("of a single owner the next batch starts before the results of the last are delivered, with half of all calls", async () => {
  const { batches, calls, shares } = scripted();
  const sizes = () => shares().map(([share]) => share?.split(",").length);
  const [first] = calls(...Array.from({ length: 40 }, (_, i) => `a${i}`));
  await soon();
  expect(sizes()).toEqual([20]);
  let started = 0;
  void first?.then(() => {
    started = batches.length;
  });
  calls("a40", "a41", "a42", "a43");
  batches[0]?.end();
  await soon();
  expect(started).toBe(2);
  expect(sizes()).toEqual([20, 22]);
});
