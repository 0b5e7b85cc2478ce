import { expect, test } from "bun:test";
import type { Ctx } from "../../../src/core/ctx.ts";
import { workInSlices } from "../../../src/core/turns/slices.ts";

type Item = { storeId: string; left: number };

/**
 * Runs this many slices per store in turn; a negative number fails. Returns the stores whose slices ran, in
 * order.
 */
async function runSlices(sliceCounts: number[], turnMs?: number) {
  const logged: unknown[] = [];
  const ctx = { log: { error: (fields: object) => logged.push(fields) } } as unknown as Ctx;
  const done: string[] = [];
  const items = sliceCounts.map((left, n): Item => ({ storeId: `s${n}`, left }));
  const slice = async (item: Item) => {
    done.push(item.storeId);
    if (item.left < 0) throw new Error(`broken ${item.storeId}`);
    return --item.left > 0;
  };
  const more = await workInSlices(ctx, items, slice, turnMs).catch((error: Error) => error);
  return { done, more, logged };
}

test("each store has a slice in turn, and finished stores have none", async () => {
  const { done, more } = await runSlices([3, 1, 2]);
  expect(done).toEqual(["s0", "s1", "s2", "s0", "s2", "s0"]);
  expect(more).toEqual([]);
});

test("a failing store is logged once and skipped, and the others continue", async () => {
  const { done, more, logged } = await runSlices([2, -1, 2]);
  expect(done).toEqual(["s0", "s1", "s2", "s0", "s2"]);
  expect(more).toEqual([]);
  expect(logged).toMatchObject([{ storeId: "s1" }]);
});

test("when all fail, or twenty consecutively, the last error is thrown", async () => {
  const all = await runSlices([-1, -1]);
  expect(all.more).toEqual(new Error("broken s1"));
  const many = await runSlices([1, ...Array.from({ length: 50 }, () => -1)]);
  expect(many.more).toEqual(new Error("broken s20"));
  expect(many.done).toHaveLength(21);
  const scattered = await runSlices(Array.from({ length: 50 }, (_, n) => (n % 15 === 0 ? 1 : -1)));
  expect(scattered.more).toEqual([]);
});

test("when the time is up, the rest starts with the stores that have waited longest", async () => {
  const { done, more } = await runSlices([2, 2, 2], 0);
  expect(done).toEqual([]);
  expect((more as Item[]).map(({ storeId }) => storeId)).toEqual(["s0", "s1", "s2"]);
});
