import type { Ctx } from "../../../core/ctx.ts";
import { createDispatcher } from "../../../core/delivery/dispatcher.ts";
import type { PermitLimits } from "../../../core/delivery/permits.ts";
import { defineJob } from "../../../core/jobs/define-job.ts";
import { WAKE_UP_OPTIONS } from "../../../core/jobs/wake-up-options.ts";
import { memoizeByObject } from "../../../lib/memoize-by-object.ts";
import { RESTOCKS, type WakeUp } from "../../returns/stock/queue.ts";
import { recordRestockAttempts } from "./record.ts";
import { createSend } from "./send.ts";
import { RESTOCK_STREAMS, SHOPS } from "./streams.ts";
import { unsentRestocks } from "./unsent-restocks.ts";

/** Fewer than a store's calls to its shops, which has payouts to pay by them too. */
const LIMITS: PermitLimits = {
  all: { total: 60, perOwner: 4 },
  quick: { total: 60, perOwner: 4 },
  medium: { total: 40, perOwner: 4 },
  slow: { total: 20, perOwner: 2 },
  unmeasured: { total: 20, perOwner: 2 },
};
/** How long a lease lasts beyond the longest possible attempt, and as long again, as that of a payout. */
const GRACE_MS = 10_000;

const dispatcherOf = memoizeByObject((ctx: Ctx) => {
  const leaseMs = 2 * ctx.config.payoutTimeoutMs + GRACE_MS;
  return createDispatcher(ctx, {
    limits: LIMITS,
    leaseMs,
    ...RESTOCK_STREAMS,
    acquire: (ctx, streams) => RESTOCK_STREAMS.acquire(ctx, streams, leaseMs),
    hostOf: ({ connector }) => new URL(connector.origin).host,
    deliver: createSend(ctx, leaseMs),
    record: recordRestockAttempts,
  });
});

/** Wakes the changes of shops' stock, which the machine of webhooks' deliveries then sends to the shops. */
export const sendRestocksJob = defineJob<WakeUp>({
  name: RESTOCKS.name,
  queue: { ...WAKE_UP_OPTIONS.queue, expireInSeconds: 15 },
  work: WAKE_UP_OPTIONS.work,
  backlog: unsentRestocks,
  handle: async (ctx, wakeUps) => {
    const storeIds = [...new Set(wakeUps.map(({ storeId }) => storeId))];
    dispatcherOf(ctx).wakeAll(storeIds.map((storeId) => ({ storeId, webhookId: SHOPS })));
  },
  background: (ctx) => dispatcherOf(ctx).start(),
  waitUntilIdle: (ctx) => dispatcherOf(ctx).idle(),
  sweep: (ctx) => dispatcherOf(ctx).sweep(),
});
