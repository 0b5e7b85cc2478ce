import { expect, test } from "bun:test";
import type { Ctx } from "../../src/ctx.ts";
import { workInSlices } from "../../src/jobs/slices.ts";

type Item = { storeId: string; left: number };

/** Takes turns among stores that have so many slices to do; a negative number fails. Says whose slices were done. */
async function turns(lefts: number[], turnMs?: number) {
  const logged: unknown[] = [];
  const ctx = { log: { error: (fields: object) => logged.push(fields) } } as unknown as Ctx;
  const done: string[] = [];
  const items = lefts.map((left, n): Item => ({ storeId: `s${n}`, left }));
  const slice = async (item: Item) => {
    done.push(item.storeId);
    if (item.left < 0) throw new Error(`broken ${item.storeId}`);
    return --item.left > 0;
  };
  const more = await workInSlices(ctx, items, slice, turnMs).catch((error: Error) => error);
  return { done, more, logged };
}

test("each has a slice in turn, and those that are through have no more", async () => {
  const { done, more } = await turns([3, 1, 2]);
  expect(done).toEqual(["s0", "s1", "s2", "s0", "s2", "s0"]);
  expect(more).toEqual([]);
});

test("what fails is logged once and left out, and the others go on", async () => {
  const { done, more, logged } = await turns([2, -1, 2]);
  expect(done).toEqual(["s0", "s1", "s2", "s0", "s2"]);
  expect(more).toEqual([]);
  expect(logged).toMatchObject([{ storeId: "s1" }]);
});

test("when all fail, or twenty in a row, the last error is thrown", async () => {
  const all = await turns([-1, -1]);
  expect(all.more).toEqual(new Error("broken s1"));
  const many = await turns([1, ...Array.from({ length: 50 }, () => -1)]);
  expect(many.more).toEqual(new Error("broken s20"));
  expect(many.done).toHaveLength(21);
  const scattered = await turns(Array.from({ length: 50 }, (_, n) => (n % 15 === 0 ? 1 : -1)));
  expect(scattered.more).toEqual([]);
});

test("when time is up those that have not had their turn stand first among what is left", async () => {
  const { done, more } = await turns([2, 2, 2], 0);
  expect(done).toEqual([]);
  expect((more as Item[]).map(({ storeId }) => storeId)).toEqual(["s0", "s1", "s2"]);
});
