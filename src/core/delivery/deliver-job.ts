import { createDeliver } from "./attempt.ts";
import { defineDispatchJob } from "./dispatch-job.ts";
import { acquireLeases, leaseMs, type NextEvent } from "./leases.ts";
import { HTTP_LIMITS } from "./permits.ts";
import { ALL_RETURNS, DELIVERIES, type WakeUp } from "./queue.ts";
import { recordAttempts } from "./record-attempts.ts";
import { recordHealth } from "./record-health.ts";
import { dueStreams, dueWebhooks } from "./waiting-streams.ts";

/** Sends events by HTTP to the URLs of webhooks. */
export const deliverJob = defineDispatchJob<WakeUp, NextEvent>({
  queue: DELIVERIES,
  settings: { policy: "short" },
  transport: (ctx) => ({
    limits: HTTP_LIMITS,
    leaseMs: leaseMs(ctx),
    dueReceivers: dueWebhooks,
    dueStreams,
    acquire: acquireLeases,
    hostOf: ({ url }) => new URL(url).host,
    deliver: createDeliver(ctx),
    record: async (ctx, attempts) => {
      await recordHealth(ctx, attempts);
      return recordAttempts(ctx, attempts);
    },
  }),
  wake: (dispatcher, wakeUps) => {
    const streams = wakeUps.map(({ storeId, webhookId, returnId }) => ({ storeId, webhookId, returnId }));
    const ofAll = streams.filter(({ returnId }) => returnId === ALL_RETURNS);
    if (ofAll.length > 0) dispatcher.wakeAll(ofAll);
    dispatcher.wake(ofAll.length > 0 ? streams.filter((stream) => !ofAll.includes(stream)) : streams);
  },
});
