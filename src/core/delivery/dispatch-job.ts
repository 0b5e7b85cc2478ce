import { memoizeByObject } from "../../lib/memoize-by-object.ts";
import type { Ctx, QueueName } from "../ctx.ts";
import { defineJob, type Job } from "../jobs/define-job.ts";
import { WAKE_UP_OPTIONS } from "../jobs/wake-up-options.ts";
import { createDispatcher, type Dispatcher } from "./dispatcher.ts";
import type { Transport } from "./transport.ts";

type DispatchJob<WakeUp extends object, Event> = Pick<Job<WakeUp>, "backlog"> & {
  queue: QueueName<WakeUp>;
  /** What the queue's settings have beyond those of all wake-ups. */
  settings?: Job<WakeUp>["queue"];
  /** Undefined in a process that lacks what the transport needs: its streams wait for one that has it. */
  transport(ctx: Ctx): Transport<Event> | undefined;
  wake(dispatcher: Dispatcher, wakeUps: WakeUp[], ctx: Ctx): Promise<void> | void;
};

/**
 * Defines the job that wakes the streams of a transport. It only hands them to the dispatcher: a stream's own row says whether
 * it has something to send and who holds its lease. So a slow receiver occupies no job, a surplus wake-up does nothing, and a
 * stream whose job was lost in a crash is found by its row.
 */
export function defineDispatchJob<WakeUp extends object, Event>({
  queue,
  settings,
  transport,
  wake,
  ...rest
}: DispatchJob<WakeUp, Event>): Job<WakeUp> {
  const dispatcherOf = memoizeByObject((ctx: Ctx): Dispatcher | undefined => {
    const by = transport(ctx);
    return by && createDispatcher(ctx, by);
  });
  return defineJob<WakeUp>({
    ...rest,
    name: queue.name,
    queue: { ...WAKE_UP_OPTIONS.queue, ...settings, expireInSeconds: 15 },
    work: WAKE_UP_OPTIONS.work,
    handle: async (ctx, wakeUps) => {
      const dispatcher = dispatcherOf(ctx);
      if (dispatcher) await wake(dispatcher, wakeUps, ctx);
    },
    background: (ctx) => dispatcherOf(ctx)?.start() ?? (async () => {}),
    waitUntilIdle: async (ctx) => dispatcherOf(ctx)?.idle(),
    sweep: async (ctx) => dispatcherOf(ctx)?.sweep(),
  });
}

/** Returns what wakes all streams of stores that have one receiver, which is called `webhookId`. */
export function wakeStores(webhookId: string) {
  return (dispatcher: Dispatcher, wakeUps: { storeId: string }[]): void => {
    const storeIds = new Set(wakeUps.map(({ storeId }) => storeId));
    dispatcher.wakeAll(Array.from(storeIds, (storeId) => ({ storeId, webhookId })));
  };
}
