import { post, RECEIVER, textIn } from "./fill.ts";
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
    // What another job has locked is left for the next day.
    recalls: /^changes /,
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
  "webhook-new": {
    run: (shop, mark) => post(shop, "/webhooks", webhook(mark)),
  },
  "webhook-replace": {
    run: (shop, mark) => shop.send("PUT", `/webhooks/${shop.known.webhookId}`, webhook(mark)),
  },
  "webhook-secret": { run: (shop) => shop.send("POST", `/webhooks/${shop.known.webhookId}/rotate-secret`) },
  "webhook-test": { run: (shop) => shop.send("POST", `/webhooks/${shop.known.webhookId}/test`) },
  redeliver: {
    prepare: async (shop) => {
      const path = `/webhooks/${shop.known.webhookId}/deliveries`;
      shop.known.made.delivery = textIn(await shop.send("GET", path), "deliveryId");
    },
    run: (shop) => {
      const { webhookId, made } = shop.known;
      return shop.send("POST", `/webhooks/${webhookId}/deliveries/${made.delivery}/redeliver`);
    },
  },
  // Before verbs that prepare another webhook: its deliveries would be taken for those of the first.
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
  "webhook-backfill": {
    isJob: true,
    prepare: async (shop, lab) => {
      const all = webhook("all");
      const made = await post(shop, "/webhooks", { webhook: { ...all.webhook, backfill: true } });
      shop.known.made.webhook = textIn(made, "id");
      await forgetJobs(lab, "webhooks.backfill");
    },
    run: (shop) => work(shop, "webhooks.backfill", { webhookId: shop.known.made.webhook, requestId: "lab" }),
  },
  "webhook-purge": {
    isJob: true,
    prepare: async (shop, lab) => {
      await shop.send("DELETE", `/webhooks/${shop.known.webhookId}`);
      await forgetJobs(lab, "webhooks.purge");
    },
    run: (shop) => work(shop, "webhooks.purge", { webhookId: shop.known.webhookId }),
  },
  "webhook-delete": { run: (shop) => shop.send("DELETE", `/webhooks/${shop.known.webhookId}`) },
};

function webhook(token: string) {
  const callback = { url: RECEIVER, auth: { bearer: { token } } };
  return { webhook: { topic: "return", callback, externalId: "other" } };
}
