import type { Ctx } from "../ctx.ts";
import { defineJob } from "../jobs/define-job.ts";
import { createDispatcher, type Dispatcher } from "./dispatcher.ts";
import type { Stream } from "./leases.ts";

/** `requestId` is that of the request that woke it. */
export type WakeUp = Stream & { requestId?: string };

const dispatches = new WeakMap<Ctx, Dispatcher>();

/**
 * Wakes subjects. The job only hands them over: a subject's own row says whether it has anything to send and who is at it, so
 * a slow receiver holds no job, and a wake-up too many does nothing. What a crash leaves behind is found by that row too.
 */
export const deliverJob = defineJob<WakeUp>({
  name: "webhooks.deliver",
  queue: {
    policy: "short",
    notify: true,
    retryLimit: 10,
    retryDelay: 1,
    expireInSeconds: 15,
    heartbeatSeconds: 10,
    deleteAfterSeconds: 60,
  },
  work: {
    batchSize: 500,
    burstWhenBatchFull: true,
    notifyPollingIntervalSeconds: 5,
    pollingIntervalSeconds: 0.5,
  },
  handle: async (ctx, wakeUps) =>
    dispatchOf(ctx).wake(
      wakeUps.map(({ storeId, webhookId, returnId }) => ({ storeId, webhookId, returnId })),
    ),
  background: (ctx) => dispatchOf(ctx).start(),
  waitUntilIdle: (ctx) => dispatchOf(ctx).idle(),
  sweep: (ctx) => dispatchOf(ctx).sweep(),
});

function dispatchOf(ctx: Ctx): Dispatcher {
  let dispatch = dispatches.get(ctx);
  if (!dispatch) {
    dispatch = createDispatcher(ctx);
    dispatches.set(ctx, dispatch);
  }
  return dispatch;
}
