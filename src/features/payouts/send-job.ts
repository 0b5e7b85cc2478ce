import type { Ctx } from "../../core/ctx.ts";
import { createDispatcher } from "../../core/delivery/dispatcher.ts";
import type { PermitLimits } from "../../core/delivery/permits.ts";
import { defineJob } from "../../core/jobs/define-job.ts";
import { WAKE_UP_OPTIONS } from "../../core/jobs/wake-up-options.ts";
import { memoizeByObject } from "../../lib/memoize-by-object.ts";
import { PAYOUTS, type WakeUp } from "../returns/payouts/queue.ts";
import { hostOf } from "./next-payout.ts";
import { recordPayoutAttempts } from "./record.ts";
import { createSend } from "./send.ts";
import { PAYEE, PAYOUT_STREAMS } from "./streams.ts";
import { unansweredPayouts } from "./unanswered-payouts.ts";

/** Fewer than a store's calls to integrations, so that none of them waits for its turn within its timeout. */
const LIMITS: PermitLimits = {
  all: { total: 200, perOwner: 20 },
  quick: { total: 200, perOwner: 20 },
  medium: { total: 100, perOwner: 12 },
  slow: { total: 80, perOwner: 6 },
  unmeasured: { total: 60, perOwner: 4 },
};
/**
 * How long a lease lasts beyond the longest possible attempt, and as long again: a shop may still be at work on a request
 * whose sender has died, and only finds it among its refunds once it is done.
 */
const GRACE_MS = 10_000;

const dispatcherOf = memoizeByObject((ctx: Ctx) => {
  const leaseMs = 2 * ctx.config.payoutTimeoutMs + GRACE_MS;
  return createDispatcher(ctx, {
    limits: LIMITS,
    leaseMs,
    ...PAYOUT_STREAMS,
    acquire: (ctx, streams) => PAYOUT_STREAMS.acquire(ctx, streams, leaseMs),
    hostOf,
    deliver: createSend(ctx, leaseMs),
    record: recordPayoutAttempts,
  });
});

/** Wakes the payouts of stores, which the machine of webhooks' deliveries then sends to their payees. */
export const sendPayoutsJob = defineJob<WakeUp>({
  name: PAYOUTS.name,
  queue: { ...WAKE_UP_OPTIONS.queue, expireInSeconds: 15 },
  work: WAKE_UP_OPTIONS.work,
  backlog: unansweredPayouts,
  handle: async (ctx, wakeUps) => {
    const storeIds = [...new Set(wakeUps.map(({ storeId }) => storeId))];
    dispatcherOf(ctx).wakeAll(storeIds.map((storeId) => ({ storeId, webhookId: PAYEE })));
  },
  background: (ctx) => dispatcherOf(ctx).start(),
  waitUntilIdle: (ctx) => dispatcherOf(ctx).idle(),
  sweep: (ctx) => dispatcherOf(ctx).sweep(),
});
