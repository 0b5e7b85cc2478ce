import { and, desc, eq, getTableColumns, sql } from "drizzle-orm";
import type { Ctx } from "../../core/ctx.ts";
import { fillPage } from "../../core/http/fill-page.ts";
import { type Page, type PagedList, toPage } from "../../core/http/paging.ts";
import { type DeliveryState, webhookEvents } from "../../platform/db/tables/webhooks.ts";
import { findWebhook } from "./find.ts";
import { eventKey, loadAttempts } from "./find-delivery.ts";
import type { Delivery } from "./schema.ts";
import { deliveryView, type EventRow } from "./view.ts";

type Filter = { webhookId: string; status: DeliveryState | undefined };

/** A cursor is valid for one webhook. */
export const DELIVERY_PAGES: PagedList = { name: "deliveries", key: ["text"] };

/** The bytes of a delivery, and of an attempt without the receiver's answer, in a response. */
const DELIVERY_BYTES = 256;
const ATTEMPT_BYTES = 128;

/**
 * Estimates the bytes of a delivery in a response. Its columns are qualified with the table: in a statement on one table
 * the query builder omits it, and they would be those of the attempt.
 */
const BYTES = sql<number>`(select ${DELIVERY_BYTES} + coalesce(sum(${ATTEMPT_BYTES} + 2 * coalesce(octet_length(answer), 0)), 0)
  from webhook_attempts as attempt
  where attempt.store_id = ${webhookEvents}.store_id and attempt.webhook_id = ${webhookEvents}.webhook_id
    and attempt.return_id = ${webhookEvents}.return_id and attempt.seq = ${webhookEvents}.seq)::float8`;

/**
 * Returns the JSON of a page of a webhook's deliveries, the latest first, each with all its attempts. Throws
 * 404 for an unknown webhook.
 */
export async function listDeliveries(
  ctx: Ctx,
  storeId: string,
  { webhookId, status }: Filter,
  page: Page,
): Promise<{ json: string; headers: Record<string, string> }> {
  await findWebhook(ctx, storeId, webhookId);
  const [cursorId] = page.cursor ?? [];
  const events = await ctx.db
    .select({ ...getTableColumns(webhookEvents), bytes: BYTES })
    .from(webhookEvents)
    .where(
      and(
        eq(webhookEvents.storeId, storeId),
        eq(webhookEvents.webhookId, webhookId),
        status && eq(webhookEvents.state, status),
        cursorId === undefined ? undefined : sql`${webhookEvents.id} < ${cursorId}`,
      ),
    )
    .orderBy(desc(webhookEvents.id))
    .limit(page.size + 1);
  const keyOf = ({ id }: EventRow) => [id];
  const deliveries: string[] = [];
  const headers = await fillPage(page, { ...toPage(events, page, keyOf), keyOf }, async function* (slice) {
    const attempts = await loadAttempts(ctx, storeId, webhookId, slice);
    for (const event of slice) {
      const delivery: Delivery = deliveryView(event, attempts.get(eventKey(event)) ?? []);
      const json = JSON.stringify(delivery);
      deliveries.push(json);
      yield json;
    }
  });
  return { json: `{"deliveries":[${deliveries.join()}]}`, headers };
}
