import { and, asc, desc, eq, sql } from "drizzle-orm";
import type { Ctx } from "../ctx.ts";
import { type DeliveryState, webhookAttempts, webhookEvents } from "../db/tables/webhooks.ts";
import { type Page, type PagedList, toPage } from "../http/paging.ts";
import { findWebhook } from "./find.ts";
import type { Delivery } from "./schema.ts";
import { type AttemptRow, deliveryView, type EventRow } from "./view.ts";

type Filter = { webhookId: string; status: DeliveryState | undefined };

/** A cursor is valid for one webhook. */
export const DELIVERY_PAGES: PagedList = { name: "deliveries", key: ["text"] };

/**
 * Returns a page of a webhook's deliveries, the latest first, each with all its attempts. Throws 404 for an
 * unknown webhook.
 */
export async function listDeliveries(
  ctx: Ctx,
  storeId: string,
  { webhookId, status }: Filter,
  page: Page,
): Promise<{ deliveries: Delivery[]; headers: Record<string, string> }> {
  await findWebhook(ctx, storeId, webhookId);
  const [cursorId] = page.cursor ?? [];
  const events = await ctx.db
    .select()
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
  const { rows, headers } = toPage(events, page, (row) => [row.id]);
  const attempts = await loadAttempts(ctx, storeId, webhookId, rows);
  const deliveries = rows.map((row) => deliveryView(row, attempts.get(eventKey(row)) ?? []));
  return { deliveries, headers };
}

/** Returns the attempts by `eventKey`, the first attempt first. */
async function loadAttempts(
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

function eventKey({ returnId, seq }: { returnId: string; seq: number }): string {
  return `${seq} ${returnId}`;
}
