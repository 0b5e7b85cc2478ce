import { sql } from "drizzle-orm";
import type { Ctx } from "../../core/ctx.ts";
import { DAY_MS, HOUR_MS } from "../../lib/duration.ts";
import { firstIdAt } from "../../lib/ids.ts";
import { findWebhook } from "./find.ts";
import { HEALTH_HOURS, type HourOfDeliveries, MAX_COUNTED_PER_HOUR, type WebhookHealth } from "./schema.ts";

/** So that the cost doesn't grow with a webhook's events. */
const MAX_COUNTED = 10_000;

type Row = {
  pending: number;
  oldest: string | null;
  next: string | null;
  delivered: number;
  discarded: number;
};
type Asked = { webhookId: string; isPerHour: boolean };

/**
 * Returns how many of a webhook's events wait, and how the deliveries of the last 24 hours went, also of each hour if
 * that is asked for. Throws 404 for an unknown webhook.
 */
export async function readHealth(
  ctx: Ctx,
  storeId: string,
  { webhookId, isPerHour }: Asked,
): Promise<WebhookHealth> {
  const { disabledAt, failingSince } = await findWebhook(ctx, storeId, webhookId);
  const since = firstIdAt("whe", new Date(ctx.now().getTime() - DAY_MS));
  const ofState = (state: string, from: string) => sql`(select count(*)::int from (
    select from webhook_events
    where store_id = ${storeId} and webhook_id = ${webhookId} and state = ${state} and id >= ${from}
    limit ${MAX_COUNTED}) as counted)`;
  const { rows } = await ctx.db.execute<Row>(sql`
    select ${ofState("pending", "")} as pending, ${ofState("delivered", since)} as delivered,
      ${ofState("discarded", since)} as discarded,
      (select (extract(epoch from created_at) * 1000)::text from webhook_events
       where store_id = ${storeId} and webhook_id = ${webhookId} and state = 'pending' order by id limit 1) as oldest,
      (select (extract(epoch from due_at) * 1000)::text from webhook_streams
       where store_id = ${storeId} and webhook_id = ${webhookId} and due_at is not null order by due_at limit 1) as next`);
  const { pending = 0, oldest = null, next = null, delivered = 0, discarded = 0 } = rows[0] ?? {};
  return {
    enabled: disabledAt === null,
    failingSince: failingSince?.toISOString() ?? null,
    disabledAt: disabledAt?.toISOString() ?? null,
    pending,
    oldestPendingAt: instantOf(oldest),
    nextAttemptAt: disabledAt === null ? instantOf(next) : null,
    delivered,
    discarded,
    ...(isPerHour && { perHour: await perHour(ctx, storeId, webhookId) }),
  };
}

function instantOf(milliseconds: string | null): string | null {
  return milliseconds === null ? null : new Date(Number(milliseconds)).toISOString();
}

type HourRow = Pick<HourOfDeliveries, "delivered" | "discarded" | "pending">;

/** The hours end now; what has just been written has an id that may be a moment ahead. */
async function perHour(ctx: Ctx, storeId: string, webhookId: string): Promise<HourOfDeliveries[]> {
  const first = ctx.now().getTime() - HEALTH_HOURS * HOUR_MS;
  const starts = Array.from({ length: HEALTH_HOURS }, (_, hour) => new Date(first + hour * HOUR_MS));
  const ids = starts.map((start) => firstIdAt("whe", start));
  const ends = [...ids.slice(1), LAST_ID];
  const ofState = (state: string) => sql`(select count(*)::int from (
    select from webhook_events
    where store_id = ${storeId} and webhook_id = ${webhookId} and state = ${state} and id >= hour.first and id < hour.last
    limit ${MAX_COUNTED_PER_HOUR}) as counted)`;
  const { rows } = await ctx.db.execute<HourRow>(sql`
    select ${ofState("delivered")} as delivered, ${ofState("discarded")} as discarded, ${ofState("pending")} as pending
    from unnest(${sql.param(ids)}::text[], ${sql.param(ends)}::text[]) with ordinality as hour (first, last, number)
    order by number`);
  return rows.map((row, i) => ({ since: (starts[i] ?? new Date(first)).toISOString(), ...row }));
}

/** All ids begin with whe_. */
const LAST_ID = "whf";
