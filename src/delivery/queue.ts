import type { Ctx } from "../ctx.ts";
import { ALL_RETURNS, deliverJob } from "./deliver-job.ts";
import type { Stream } from "./leases.ts";

/**
 * Queues a wake-up for each stream, in the caller's transaction; to be called after the statement that writes the
 * streams' rows was sent. Resolves once its own is sent; `written` settles when it has run. At most one wake-up per
 * stream waits in the queue: it covers all events written before it is fetched.
 */
export function wakeUp(
  ctx: Ctx,
  streams: Stream[],
  requestId?: string,
): Promise<{ written: Promise<unknown> }> {
  return ctx.jobs.sendLast(
    deliverJob,
    streams.map((stream) => ({ ...stream, ...(requestId !== undefined && { requestId }) })),
    ({ webhookId, returnId }) => ({ singletonKey: `${webhookId}/${returnId}` }),
  );
}

/** Queues a wake-up for the streams of a webhook that are due, in the caller's transaction. */
export async function wakeWebhook(ctx: Ctx, webhook: Omit<Stream, "returnId">): Promise<void> {
  const { written } = await wakeUp(ctx, [{ ...webhook, returnId: ALL_RETURNS }]);
  await written;
}
