import { runJob } from "./lab.ts";
import type { Verb } from "./verbs.ts";
import { forgetJobs, work } from "./work.ts";

/** What becomes of webhooks and their deliveries. */
export const WEBHOOK_VERBS: Record<string, Verb> = {
  "webhook-disable": { run: (shop) => shop.send("POST", `/webhooks/${shop.known.webhookId}/disable`) },
  "webhook-enable": {
    prepare: async (shop) => void (await shop.send("POST", `/webhooks/${shop.known.webhookId}/disable`)),
    run: (shop) => shop.send("POST", `/webhooks/${shop.known.webhookId}/enable`),
  },
  "webhook-replay": {
    run: (shop) =>
      shop.send("POST", `/webhooks/${shop.known.webhookId}/replay`, { start: "2026-01-01T00:00:00Z" }),
  },
  "replay-job": {
    isJob: true,
    run: (shop) => {
      const replay = {
        webhookId: shop.known.webhookId,
        replayId: "replay",
        requestId: "lab",
        start: "2026-01-01T00:00:00Z",
      };
      return work(shop, "webhooks.replay", replay);
    },
  },
  retention: {
    isJob: true,
    run: async (shop) => {
      const { process, id } = shop;
      const { config } = process.ctx;
      const ctx = {
        ...process.ctx,
        config: { ...config, retention: { ...config.retention, webhookDeliveries: 0, changes: 0 } },
      };
      const left = ["webhookDeliveries", "changes"].map((kind) => ({ storeId: id, kind }));
      await runJob({ ...process, ctx }, "retention.remove", [{ left }]);
    },
  },
  "webhook-delete": { run: (shop) => shop.send("DELETE", `/webhooks/${shop.known.webhookId}`) },
  delivery: {
    isJob: true,
    prepare: async (shop, lab) => {
      await shop.send("POST", `/returns/${shop.known.returnId}/comments`, {
        comment: { message: "to deliver" },
      });
      await forgetJobs(lab, "webhooks.deliver", shop.known.returnId);
    },
    run: (shop) =>
      work(shop, "webhooks.deliver", { webhookId: shop.known.webhookId, returnId: shop.known.returnId }),
  },
};
