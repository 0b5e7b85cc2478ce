import { expect, test } from "bun:test";
import { createStoreLoop } from "../../../src/core/turns/store-loop.ts";
import { useService } from "../../support/use-service.ts";

const service = useService();

/** A loop whose slices last until they are ended, and a log of what began and ended. */
function heldLoop({ isMore = false, mayDouble }: { isMore?: boolean; mayDouble?: () => boolean } = {}) {
  const log: string[] = [];
  const open = new Map<string, (() => void)[]>();
  const slice = async (storeId: string) => {
    log.push(`${storeId} begins`);
    const { promise, resolve } = Promise.withResolvers<void>();
    open.set(storeId, [...(open.get(storeId) ?? []), resolve]);
    await promise;
    log.push(`${storeId} ends`);
    return isMore;
  };
  const work = { slice, stores: async () => [], failed: "can't work" };
  const loop = createStoreLoop(service.ctx, mayDouble ? { ...work, mayDouble } : work);
  /** Ends the store's oldest slice. */
  const end = async (storeId: string) => {
    open.get(storeId)?.shift()?.();
    await Bun.sleep(0);
  };
  return { log, loop, end };
}

test("a store that is woken during its slice gets one more afterwards, and never two at once", async () => {
  const { log, loop, end } = heldLoop();
  for (let i = 0; i < 3; i++) loop.wake(["a"]);
  expect(log).toEqual(["a begins"]);
  await end("a");
  expect(log).toEqual(["a begins", "a ends", "a begins"]);
  await end("a");
  await loop.idle();
  expect(log).toEqual(["a begins", "a ends", "a begins", "a ends"]);
});

test("two stores are worked on at once, and the others in turn", async () => {
  const { log, loop, end } = heldLoop();
  loop.wake(["a", "b", "c", "a"]);
  loop.wake(["a", "b"]);
  expect(log).toEqual(["a begins", "b begins"]);
  await end("a");
  expect(log.slice(2)).toEqual(["a ends", "c begins"]);
  for (const storeId of ["b", "c", "a", "b"]) await end(storeId);
  await loop.idle();
  expect(log.filter((line) => line.endsWith("begins")).toSorted()).toEqual(
    ["a", "a", "b", "b", "c"].map((storeId) => `${storeId} begins`),
  );
});

test("a store with more work has two slices at a time where it may, and never three", async () => {
  let mayDouble = true;
  const { log, loop, end } = heldLoop({ isMore: true, mayDouble: () => mayDouble });
  loop.wake(["a"]);
  expect(log).toEqual(["a begins"]);
  await end("a");
  expect(log.slice(1)).toEqual(["a ends", "a begins", "a begins"]);
  await end("a");
  expect(log.slice(4)).toEqual(["a ends", "a begins"]);
  mayDouble = false;
  await end("a");
  expect(log.slice(6)).toEqual(["a ends"]);
  await end("a");
  expect(log.slice(7)).toEqual(["a ends", "a begins"]);
});

test("a store has no second slice while another store has work", async () => {
  const { log, loop, end } = heldLoop({ isMore: true, mayDouble: () => true });
  loop.wake(["a", "b"]);
  await end("a");
  expect(log).toEqual(["a begins", "b begins", "a ends", "a begins"]);
  loop.wake(["c"]);
  await end("a");
  expect(log.slice(4)).toEqual(["a ends", "c begins"]);
});

test("a store without more work has no second slice", async () => {
  const { log, loop, end } = heldLoop({ mayDouble: () => true });
  loop.wake(["a"]);
  loop.wake(["a"]);
  await end("a");
  expect(log).toEqual(["a begins", "a ends", "a begins"]);
});
