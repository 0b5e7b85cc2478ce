import type { Ctx, QueueName } from "../ctx.ts";
import type { Stream } from "./leases.ts";

/** Stands for all streams of a webhook; no return has this id. */
export const ALL_RETURNS = "";

/** `requestId` is that of the request that queued the wake-up; `returnId` may be `ALL_RETURNS`. */
export type WakeUp = Stream & { requestId?: string };

/** The queue of wake-ups, which `deliver-job.ts` handles. */
export const DELIVERIES: QueueName<WakeUp> = { name: "webhooks.deliver" };

/**
 * Queues a wake-up for each stream, in the caller's transaction; to be called after the statement that writes the
 * streams' rows was sent. At most one wake-up per stream waits in the queue: it covers all events written before it is
 * fetched.
 */
export function wakeUp(ctx: Ctx, streams: Stream[], requestId?: string): Promise<void> {
  return ctx.jobs.sendAll(
    DELIVERIES,
    streams.map((stream) => ({ ...stream, ...(requestId !== undefined && { requestId }) })),
    ({ webhookId, returnId }) => ({ singletonKey: `${webhookId}/${returnId}` }),
  );
}

/** Queues a wake-up for the streams of a webhook that are due, in the caller's transaction. */
export function wakeWebhook(ctx: Ctx, webhook: Omit<Stream, "returnId">): Promise<void> {
  return wakeUp(ctx, [{ ...webhook, returnId: ALL_RETURNS }]);
}
