import type { Ctx, QueueName } from "../../../core/ctx.ts";

export type WakeUp = { storeId: string };

/** The queue of wake-ups, which `poll-job.ts` handles. */
export const POLLS: QueueName<WakeUp> = { name: "connectors.poll" };

/** Queues a wake-up for the connectors of a store that are due, in the caller's transaction. */
export function wakePoll(ctx: Ctx, storeId: string): Promise<void> {
  return ctx.jobs.send(POLLS, { storeId }, { singletonKey: storeId });
}
