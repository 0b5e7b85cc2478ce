import { type Ctx, inTransaction } from "../../core/ctx.ts";
import type { Caller } from "../../core/http/request-context.ts";
import { sendFairly } from "../../core/jobs/fair.ts";
import { parseDateTime } from "../../lib/date-time.ts";
import { newId } from "../../lib/ids.ts";
import { findWebhook } from "./find.ts";
import { replayJob } from "./replay-job.ts";

/** Queues a replay of a webhook's events from `start` on. Throws 404 for an unknown webhook. */
export async function replay(
  ctx: Ctx,
  { storeId, requestId }: Pick<Caller, "storeId" | "requestId">,
  { webhookId, start }: { webhookId: string; start: string },
): Promise<void> {
  const from = parseDateTime(start)?.toISOString() ?? start;
  await inTransaction(ctx, async (tx) => {
    await findWebhook(tx, storeId, webhookId);
    await sendFairly(tx, replayJob, { storeId, webhookId, requestId, start: from, replayId: newId("rpl") });
  });
}
