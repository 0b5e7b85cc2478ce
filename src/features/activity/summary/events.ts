import { sql } from "drizzle-orm";
import type { Ctx } from "../../../core/ctx.ts";
import { isRetained } from "../../../core/jobs/retention.ts";
import { boundedCount, countedView, instant, type Range } from "./counted.ts";
import { type Counted, MAX_COUNTED, MAX_COUNTED_EVENTS } from "./schema.ts";

/** Returns how many custom events happened in the period, by their `eventTimestamp` as their list has it. */
export async function countEvents(ctx: Ctx, { storeId, since }: Range, until: Date): Promise<Counted> {
  const rows = sql`select from events where store_id = ${storeId}
    and event_timestamp >= ${instant(since)} and event_timestamp < ${instant(until)}`;
  const counted = await ctx.db.execute<{ count: number }>(
    sql`select ${boundedCount(rows, MAX_COUNTED_EVENTS)} as count`,
  );
  return countedView(counted.rows[0]?.count ?? 0, MAX_COUNTED_EVENTS);
}

/** Returns how many elements of bulk requests were rejected. */
export async function countRejections(ctx: Ctx, { storeId, since }: Range): Promise<Counted> {
  const retained = isRetained(sql`received_at`, ctx.config.retention.eventRejections);
  const rows = sql`select from event_rejections where store_id = ${storeId}
    and received_at >= ${instant(since)} ${retained ? sql`and ${retained}` : sql``}`;
  const counted = await ctx.db.execute<{ count: number }>(
    sql`select ${boundedCount(rows, MAX_COUNTED)} as count`,
  );
  return countedView(counted.rows[0]?.count ?? 0, MAX_COUNTED);
}
