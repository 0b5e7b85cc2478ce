import { defineJob } from "../../core/jobs/define-job.ts";
import { SLICE_OPTIONS, sendFairly, trySlice } from "../../core/jobs/fair.ts";
import { type PurgeWebhookData, purgeWebhook } from "./purge-webhook.ts";

/** Removes the rows of a deleted webhook. */
export const purgeWebhookJob = defineJob<PurgeWebhookData>({
  name: "webhooks.purge",
  ...SLICE_OPTIONS,
  handle: async (ctx, deleted) => {
    for (const data of deleted) {
      const work = async (webhook: PurgeWebhookData) => {
        if (!(await purgeWebhook(ctx, webhook))) await sendFairly(ctx, purgeWebhookJob, webhook);
      };
      await trySlice(ctx, purgeWebhookJob, { data, work });
    }
  },
});
