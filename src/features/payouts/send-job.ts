import { defineDispatchJob, wakeStores } from "../../core/delivery/dispatch-job.ts";
import type { PermitLimits } from "../../core/delivery/permits.ts";
import { PAYOUTS, type WakeUp } from "../returns/payouts/queue.ts";
import { hostOf, type NextPayout } from "./next-payout.ts";
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

/** Has payees pay payouts. */
export const sendPayoutsJob = defineDispatchJob<WakeUp, NextPayout>({
  queue: PAYOUTS,
  backlog: unansweredPayouts,
  transport: (ctx) => {
    const leaseMs = 2 * ctx.config.payoutTimeoutMs + GRACE_MS;
    return {
      ...{ limits: LIMITS, leaseMs, ...PAYOUT_STREAMS, hostOf },
      deliver: createSend(ctx, leaseMs),
      record: recordPayoutAttempts,
    };
  },
  wake: wakeStores(PAYEE),
});
