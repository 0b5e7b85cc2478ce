import { defineJob } from "../jobs/define-job.ts";
import { sendFairly, trySlice } from "../jobs/fair.ts";
import { type PurgedWebhook, purgeWebhook } from "./purge-webhook.ts";
import { SLICE_OPTIONS } from "./sliced.ts";

/** Removes what a deleted webhook has left. */
export const purgeWebhookJob = defineJob<PurgedWebhook>({
  name: "webhooks.purge",
  ...SLICE_OPTIONS,
  handle: async (ctx, deleted) => {
    for (const data of deleted) {
      const work = async (webhook: PurgedWebhook) => {
        if (!(await purgeWebhook(ctx, webhook))) await sendFairly(ctx, purgeWebhookJob, webhook);
      };
      await trySlice(ctx, purgeWebhookJob, { data, work });
    }
  },
});
