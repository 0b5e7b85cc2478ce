import { defineDispatchJob } from "../../../core/delivery/dispatch-job.ts";
import type { PermitLimits } from "../../../core/delivery/permits.ts";
import { overduePolls } from "./overdue-polls.ts";
import { createPoll, LEASE_MS } from "./poll.ts";
import { POLLS, type WakeUp } from "./queue.ts";
import { recordPolls } from "./record.ts";
import { acquirePolls, dueConnectors, dueConnectorsOf, duePolls, type NextPoll } from "./streams.ts";

/** Shops that don't answer hold a permit for half a minute, and pause longer after each time. */
const LIMITS: PermitLimits = {
  all: { total: 100, perOwner: 4 },
  quick: { total: 100, perOwner: 4 },
  medium: { total: 60, perOwner: 4 },
  slow: { total: 40, perOwner: 4 },
  unmeasured: { total: 40, perOwner: 4 },
};

/** Reads the shops that are due, page by page. */
export const pollShopsJob = defineDispatchJob<WakeUp, NextPoll>({
  queue: POLLS,
  backlog: overduePolls,
  transport: (ctx) => ({
    limits: LIMITS,
    leaseMs: LEASE_MS,
    dueReceivers: dueConnectors,
    dueStreams: duePolls,
    acquire: acquirePolls,
    hostOf: ({ origin }) => new URL(origin).host,
    deliver: createPoll(ctx),
    record: recordPolls,
  }),
  wake: async (dispatcher, wakeUps, ctx) => {
    for (const storeId of new Set(wakeUps.map((wakeUp) => wakeUp.storeId)))
      dispatcher.wakeAll(await dueConnectorsOf(ctx, storeId));
  },
});
