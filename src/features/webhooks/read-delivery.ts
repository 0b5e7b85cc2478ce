import { and, eq, sql } from "drizzle-orm";
import type { Ctx } from "../../core/ctx.ts";
import { shownHeaders } from "../../core/delivery/sign.ts";
import { webhookPayloads } from "../../platform/db/tables/webhooks.ts";
import { type DeliveryKey, deliveryNotFound, eventKey, findDelivery, loadAttempts } from "./find-delivery.ts";
import type { DeliveryDetail } from "./schema.ts";
import { type AttemptRow, deliveryView, type EventRow } from "./view.ts";

/**
 * Returns a delivery with all its attempts and the body that is sent. Throws 404 for an unknown webhook or
 * delivery.
 */
export async function readDelivery(ctx: Ctx, storeId: string, key: DeliveryKey): Promise<DeliveryDetail> {
  const event = await findDelivery(ctx, storeId, key);
  const ofEvent = and(eq(webhookPayloads.storeId, storeId), eq(webhookPayloads.id, event.payloadId));
  const [payload] = await ctx.db.select({ body: webhookPayloads.body }).from(webhookPayloads).where(ofEvent);
  // Both are removed together when they are too old.
  if (!payload) throw deliveryNotFound(key);
  const attempts = await loadAttempts(ctx, storeId, key.webhookId, [event]);
  const rows = attempts.get(eventKey(event)) ?? [];
  const view = deliveryView(event, rows);
  const nextAttemptAt = event.state === "pending" ? await nextAttempt(ctx, event) : null;
  return {
    ...view,
    attempts: view.attempts.map((attempt, i) => ({ ...attempt, ...headersOf(event, rows[i]) })),
    ...{ requestId: event.requestId, payload: payload.body, nextAttemptAt },
  };
}

type Headers = Pick<DeliveryDetail["attempts"][number], "requestHeaders" | "responseHeaders">;

/** What was sent follows from the event and the time of the attempt. */
function headersOf(event: EventRow, attempt: AttemptRow | undefined): Headers {
  const { at = event.at, answerHeaders = null } = attempt ?? {};
  return {
    requestHeaders: shownHeaders(event, at),
    responseHeaders: answerHeaders === null ? null : JSON.parse(answerHeaders),
  };
}

/** The events of a stream are sent one after another: only the first that waits has a time. */
async function nextAttempt(
  ctx: Ctx,
  { storeId, webhookId, returnId, seq }: EventRow,
): Promise<string | null> {
  const ofStream = sql`store_id = ${storeId} and webhook_id = ${webhookId} and return_id = ${returnId}`;
  const { rows } = await ctx.db.execute<{ due: string }>(sql`
    select (extract(epoch from due_at) * 1000)::text as due from webhook_streams
    where ${ofStream} and due_at is not null
      and not exists (select from webhook_events where ${ofStream} and state = 'pending' and seq < ${seq})
      and exists (select from webhooks where store_id = ${storeId} and id = ${webhookId} and disabled_at is null)`);
  const [stream] = rows;
  return stream ? new Date(Number(stream.due)).toISOString() : null;
}
