import { defineJob } from "../../core/jobs/define-job.ts";
import { SLICE_OPTIONS, type StoreJobData, sendFairly, trySlice } from "../../core/jobs/fair.ts";
import { purgeStore } from "./purge-store.ts";

/** Removes the rows of a deleted store. Another process goes on when one is killed. */
export const purgeStoreJob = defineJob<StoreJobData>({
  name: "stores.purge",
  ...SLICE_OPTIONS,
  isLong: true,
  handle: async (ctx, deleted) => {
    for (const data of deleted) {
      const work = async (store: StoreJobData) => {
        if (!(await purgeStore(ctx, store.storeId)))
          await sendFairly(ctx, purgeStoreJob, store, { startAfter: 1 });
      };
      await trySlice(ctx, purgeStoreJob, { data, work });
    }
  },
});
