import { defineJob } from "../jobs/define-job.ts";
import { type PurgedWebhook, purgeWebhook } from "./purge-webhook.ts";

/** Removes what a deleted webhook has left. */
export const purgeWebhookJob = defineJob<PurgedWebhook>({
  name: "webhooks.purge",
  queue: { retryLimit: 1_000_000, retryDelay: 60, expireInSeconds: 3_600, deleteAfterSeconds: 3_600 },
  work: { pollingIntervalSeconds: 30 },
  isLong: true,
  handle: async (ctx, deleted) => {
    for (const webhook of deleted) await purgeWebhook(ctx, webhook);
  },
});
