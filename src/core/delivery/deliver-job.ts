import { memoizeByObject } from "../../lib/memoize-by-object.ts";
import type { Ctx } from "../ctx.ts";
import { defineJob } from "../jobs/define-job.ts";
import { WAKE_UP_OPTIONS } from "../jobs/wake-up-options.ts";
import { createDeliver } from "./attempt.ts";
import { createDispatcher } from "./dispatcher.ts";
import { acquireLeases, leaseMs, type NextEvent } from "./leases.ts";
import { HTTP_LIMITS } from "./permits.ts";
import { ALL_RETURNS, DELIVERIES, type WakeUp } from "./queue.ts";
import { recordAttempts } from "./record-attempts.ts";
import { recordHealth } from "./record-health.ts";
import type { Transport } from "./transport.ts";
import { dueStreams, dueWebhooks } from "./waiting-streams.ts";

/** Events by HTTP to the URLs of webhooks. */
const webhookTransport = (ctx: Ctx): Transport<NextEvent> => ({
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
});

const dispatcherOf = memoizeByObject((ctx: Ctx) => createDispatcher(ctx, webhookTransport(ctx)));

/**
 * Wakes streams. The job only hands them to the dispatcher: a stream's own row says whether it has events to
 * send and who holds its lease. So a slow receiver occupies no job, a surplus wake-up does nothing, and a
 * stream whose job was lost in a crash is found by its row.
 */
export const deliverJob = defineJob<WakeUp>({
  name: DELIVERIES.name,
  queue: { ...WAKE_UP_OPTIONS.queue, policy: "short", expireInSeconds: 15 },
  work: WAKE_UP_OPTIONS.work,
  handle: async (ctx, wakeUps) => {
    const streams = wakeUps.map(({ storeId, webhookId, returnId }) => ({ storeId, webhookId, returnId }));
    const ofAll = streams.filter(({ returnId }) => returnId === ALL_RETURNS);
    if (ofAll.length > 0) dispatcherOf(ctx).wakeAll(ofAll);
    dispatcherOf(ctx).wake(ofAll.length > 0 ? streams.filter((stream) => !ofAll.includes(stream)) : streams);
  },
  background: (ctx) => dispatcherOf(ctx).start(),
  waitUntilIdle: (ctx) => dispatcherOf(ctx).idle(),
  sweep: (ctx) => dispatcherOf(ctx).sweep(),
});
