import { and, asc, eq, sql } from "drizzle-orm";
import type { Ctx } from "../../core/ctx.ts";
import { problem } from "../../lib/problem.ts";
import { webhookAttempts, webhookEvents } from "../../platform/db/tables/webhooks.ts";
import { findWebhook } from "./find.ts";
import type { AttemptRow, EventRow } from "./view.ts";

export type DeliveryKey = { webhookId: string; deliveryId: string };

/** Returns a delivery's row. Throws 404 for an unknown webhook or delivery. */
export async function findDelivery(
  ctx: Ctx,
  storeId: string,
  { webhookId, deliveryId }: DeliveryKey,
): Promise<EventRow> {
  await findWebhook(ctx, storeId, webhookId);
  const [event] = await ctx.db
    .select()
    .from(webhookEvents)
    .where(
      and(
        eq(webhookEvents.storeId, storeId),
        eq(webhookEvents.webhookId, webhookId),
        eq(webhookEvents.id, deliveryId),
      ),
    );
  if (!event) throw deliveryNotFound({ webhookId, deliveryId });
  return event;
}

/** Returns the 404 of an unknown delivery. */
export function deliveryNotFound({ webhookId, deliveryId }: DeliveryKey) {
  return problem("delivery_not_found", `The webhook ${webhookId} has no delivery ${deliveryId}.`);
}

/** Returns the attempts of a webhook's events by `eventKey`, the first attempt first. */
export async function loadAttempts(
  ctx: Ctx,
  storeId: string,
  webhookId: string,
  events: EventRow[],
): Promise<Map<string, AttemptRow[]>> {
  const returnIds = sql.param(events.map(({ returnId }) => returnId));
  const seqs = sql.param(events.map(({ seq }) => seq));
  const rows = await ctx.db
    .select()
    .from(webhookAttempts)
    .where(
      and(
        eq(webhookAttempts.storeId, storeId),
        eq(webhookAttempts.webhookId, webhookId),
        sql`(${webhookAttempts.returnId}, ${webhookAttempts.seq}) in (select * from unnest(${returnIds}::text[], ${seqs}::int[]))`,
      ),
    )
    .orderBy(asc(webhookAttempts.number));
  return Map.groupBy(rows, eventKey);
}

/** Returns a key that is unique per event of a webhook. */
export function eventKey({ returnId, seq }: { returnId: string; seq: number }): string {
  return `${seq} ${returnId}`;
}
