import { and, asc, desc, eq, sql } from "drizzle-orm";
import type { Ctx } from "../ctx.ts";
import { type DeliveryState, webhookAttempts, webhookEvents } from "../db/tables/webhooks.ts";
import { type Page, type PagedList, toPage } from "../http/paging.ts";
import { findWebhook } from "./find.ts";
import type { Delivery } from "./schema.ts";
import { type AttemptRow, deliveryView, type EventRow } from "./view.ts";

type Asked = { webhookId: string; status: DeliveryState | undefined };

/** Each webhook has its own. */
export const DELIVERY_PAGES: PagedList = { name: "deliveries", key: ["text"] };

/** A page of what a webhook was told or will be told, the latest first, each with all its attempts. */
export async function listDeliveries(
  ctx: Ctx,
  storeId: string,
  { webhookId, status }: Asked,
  page: Page,
): Promise<{ deliveries: Delivery[]; headers: Record<string, string> }> {
  await findWebhook(ctx, storeId, webhookId);
  const [marker] = page.cursor ?? [];
  const found = await ctx.db
    .select()
    .from(webhookEvents)
    .where(
      and(
        eq(webhookEvents.storeId, storeId),
        eq(webhookEvents.webhookId, webhookId),
        status && eq(webhookEvents.state, status),
        marker === undefined ? undefined : sql`${webhookEvents.id} < ${marker}`,
      ),
    )
    .orderBy(desc(webhookEvents.id))
    .limit(page.size + 1);
  const { rows, headers } = toPage(found, page, (row) => [row.id]);
  const attempts = await attemptsOf(ctx, storeId, webhookId, rows);
  const deliveries = rows.map((row) => deliveryView(row, attempts.get(placeOf(row)) ?? []));
  return { deliveries, headers };
}

/** By `placeOf` their event, the first attempt first. */
async function attemptsOf(
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
  return Map.groupBy(rows, placeOf);
}

function placeOf({ returnId, seq }: { returnId: string; seq: number }): string {
  return `${seq} ${returnId}`;
}
