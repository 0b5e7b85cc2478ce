import { expect, test } from "bun:test";
import { createStoreLoop } from "../../src/jobs/store-loop.ts";
import { useService } from "../support/use-service.ts";

const service = useService();

/** A loop whose slices last until they are ended, and a log of what began and ended. */
function heldLoop() {
  const log: string[] = [];
  const open = new Map<string, (() => void)[]>();
  const slice = async (storeId: string) => {
    log.push(`${storeId} begins`);
    const { promise, resolve } = Promise.withResolvers<void>();
    open.set(storeId, [...(open.get(storeId) ?? []), resolve]);
    await promise;
    log.push(`${storeId} ends`);
    return false;
  };
  const loop = createStoreLoop(service.ctx, { slice, stores: async () => [], failed: "can't work" });
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
