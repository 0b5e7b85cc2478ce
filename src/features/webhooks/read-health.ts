import { sql } from "drizzle-orm";
import type { Ctx } from "../../core/ctx.ts";
import { DAY_MS } from "../../lib/duration.ts";
import { firstIdAt } from "../../lib/ids.ts";
import { findWebhook } from "./find.ts";
import type { WebhookHealth } from "./schema.ts";

/** So that the cost doesn't grow with a webhook's events. */
const MAX_COUNTED = 10_000;

type Row = { pending: number; oldest: string | null; delivered: number; discarded: number };

/**
 * Returns how many of a webhook's events wait, and how the deliveries of the last 24 hours went. Throws 404 for an
 * unknown webhook.
 */
export async function readHealth(ctx: Ctx, storeId: string, webhookId: string): Promise<WebhookHealth> {
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
       where store_id = ${storeId} and webhook_id = ${webhookId} and state = 'pending' order by id limit 1) as oldest`);
  const { pending = 0, oldest = null, delivered = 0, discarded = 0 } = rows[0] ?? {};
  return {
    enabled: disabledAt === null,
    failingSince: failingSince?.toISOString() ?? null,
    disabledAt: disabledAt?.toISOString() ?? null,
    pending,
    oldestPendingAt: oldest === null ? null : new Date(Number(oldest)).toISOString(),
    delivered,
    discarded,
  };
}
