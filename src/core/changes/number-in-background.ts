import type { Ctx } from "../ctx.ts";
import { createStoreLoop } from "../turns/store-loop.ts";
import { numberChanges, storesWithUnnumberedChanges } from "./number-changes.ts";

/** Numbers the changes of all stores, so that few are left to number when a feed is read. Returns how to stop. */
export function numberInBackground(ctx: Ctx): () => Promise<void> {
  const loop = createStoreLoop(ctx, {
    slice: (storeId) => numberChanges(ctx, storeId),
    stores: () => storesWithUnnumberedChanges(ctx),
    failed: "can't number the changes of a store; others continue",
    maxSlices: 1,
  });
  return loop.start();
}
