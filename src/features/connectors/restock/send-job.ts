import { defineDispatchJob, wakeStores } from "../../../core/delivery/dispatch-job.ts";
import type { PermitLimits } from "../../../core/delivery/permits.ts";
import { RESTOCKS, type WakeUp } from "../../returns/stock/queue.ts";
import { recordRestockAttempts } from "./record.ts";
import { createSend } from "./send.ts";
import { type NextRestock, RESTOCK_STREAMS, SHOPS } from "./streams.ts";
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

/** Has shops change their stock. */
export const sendRestocksJob = defineDispatchJob<WakeUp, NextRestock>({
  queue: RESTOCKS,
  backlog: unsentRestocks,
  transport: (ctx) => {
    const leaseMs = 2 * ctx.config.payoutTimeoutMs + GRACE_MS;
    return {
      ...{ limits: LIMITS, leaseMs, ...RESTOCK_STREAMS },
      hostOf: ({ connector }) => new URL(connector.origin).host,
      deliver: createSend(ctx, leaseMs),
      record: recordRestockAttempts,
    };
  },
  wake: wakeStores(SHOPS),
});
