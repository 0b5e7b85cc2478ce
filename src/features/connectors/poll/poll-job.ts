import type { Ctx } from "../../../core/ctx.ts";
import { createDispatcher } from "../../../core/delivery/dispatcher.ts";
import type { PermitLimits } from "../../../core/delivery/permits.ts";
import { defineJob } from "../../../core/jobs/define-job.ts";
import { WAKE_UP_OPTIONS } from "../../../core/jobs/wake-up-options.ts";
import { memoizeByObject } from "../../../lib/memoize-by-object.ts";
import { overduePolls } from "./overdue-polls.ts";
import { createPoll, LEASE_MS } from "./poll.ts";
import { POLLS, type WakeUp } from "./queue.ts";
import { recordPolls } from "./record.ts";
import { acquirePolls, dueConnectors, dueConnectorsOf, duePolls } from "./streams.ts";

/** Shops that don't answer hold a permit for half a minute, and pause longer after each time. */
const LIMITS: PermitLimits = {
  all: { total: 100, perOwner: 4 },
  quick: { total: 100, perOwner: 4 },
  medium: { total: 60, perOwner: 4 },
  slow: { total: 40, perOwner: 4 },
  unmeasured: { total: 40, perOwner: 4 },
};

const dispatcherOf = memoizeByObject((ctx: Ctx) =>
  createDispatcher(ctx, {
    limits: LIMITS,
    leaseMs: LEASE_MS,
    dueReceivers: dueConnectors,
    dueStreams: duePolls,
    acquire: (ctx, streams) => acquirePolls(ctx, streams, LEASE_MS),
    hostOf: ({ origin }) => new URL(origin).host,
    deliver: createPoll(ctx),
    record: recordPolls,
  }),
);

/** Wakes the connectors of stores. The machine of webhooks' deliveries reads the shops that are due, page by page. */
export const pollShopsJob = defineJob<WakeUp>({
  name: POLLS.name,
  queue: { ...WAKE_UP_OPTIONS.queue, expireInSeconds: 15 },
  work: WAKE_UP_OPTIONS.work,
  backlog: overduePolls,
  handle: async (ctx, wakeUps) => {
    for (const storeId of new Set(wakeUps.map((wakeUp) => wakeUp.storeId)))
      dispatcherOf(ctx).wakeAll(await dueConnectorsOf(ctx, storeId));
  },
  background: (ctx) => dispatcherOf(ctx).start(),
  waitUntilIdle: (ctx) => dispatcherOf(ctx).idle(),
  sweep: (ctx) => dispatcherOf(ctx).sweep(),
});
