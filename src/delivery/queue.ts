import type { Ctx } from "../ctx.ts";
import { deliverJob } from "./deliver-job.ts";
import type { Stream } from "./leases.ts";

/**
 * Wakes subjects that have something to send, once the caller's transaction commits; to be called after their rows were
 * written. One wake-up of a subject at a time waits in the queue: it serves all that was written before it is fetched.
 */
export function wakeUp(ctx: Ctx, subjects: Stream[], requestId?: string): Promise<void> {
  return ctx.jobs.sendAll(
    deliverJob,
    subjects.map((subject) => ({ ...subject, ...(requestId !== undefined && { requestId }) })),
    ({ webhookId, returnId }) => ({ singletonKey: `${webhookId}/${returnId}` }),
  );
}
