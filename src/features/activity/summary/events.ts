import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "../../../core/ctx.ts";
import { isRetained, retentionCutoffId } from "../../../core/jobs/retention.ts";
import { firstUuidAt } from "../../../lib/ids.ts";
import { boundedCount, countedView, type Interval, perInterval, type Range, within } from "./counted.ts";
import { type Counted, MAX_COUNTED, MAX_COUNTED_EVENTS, type RequestsSummary } from "./schema.ts";

/** Returns how many custom events happened in the period, by their `eventTimestamp` as their list has it. */
export async function countEvents(ctx: Ctx, range: Range): Promise<Counted> {
  const rows = sql`${EVENTS(range)} and ${within(EVENT_TIME, { ...range, isPresent: false })}`;
  return count(ctx, rows, MAX_COUNTED_EVENTS);
}

/** Returns how many of them happened in each hour or day. */
export async function countEventsPerInterval(ctx: Ctx, range: Range): Promise<Interval[]> {
  // What is to happen later is of no interval.
  const past = { ...range, isPresent: false };
  const { counts, viewOf } = perInterval(EVENTS(range), EVENT_TIME, { range: past, bound: MAX_COUNTED });
  const { rows } = await ctx.db.execute<{ counts: number[] }>(sql`select ${counts} as counts`);
  return viewOf(rows[0]?.counts);
}

const EVENT_TIME = sql`event_timestamp`;
const EVENTS = ({ storeId }: Range) => sql`select from events where store_id = ${storeId}`;

/** Returns how many elements of bulk requests were rejected. */
export async function countRejections(ctx: Ctx, range: Range): Promise<Counted> {
  const retained = isRetained(sql`received_at`, ctx.config.retention.eventRejections);
  const rows = sql`select from event_rejections where store_id = ${range.storeId}
    and ${within(sql`received_at`, range)} ${retained ? sql`and ${retained}` : sql``}`;
  return count(ctx, rows, MAX_COUNTED);
}

/** Returns how many orders were created. */
export async function countOrders(ctx: Ctx, range: Range): Promise<Counted> {
  const rows = sql`select from orders where store_id = ${range.storeId} and ${within(sql`created_at`, range)}`;
  return count(ctx, rows, MAX_COUNTED);
}

async function count(ctx: Ctx, rows: SQL, bound: number): Promise<Counted> {
  const counted = await ctx.db.execute<{ count: number }>(sql`select ${boundedCount(rows, bound)} as count`);
  return countedView(counted.rows[0]?.count ?? 0, bound);
}

/** Returns how many requests of the log were refused, and how many failed, among the newest of both. */
export async function countRequests(ctx: Ctx, range: Range): Promise<RequestsSummary> {
  const { requests: retentionSeconds } = ctx.config.retention;
  const conditions = [
    sql`id >= ${firstUuidAt(range.since)}::uuid`,
    ...(range.isPresent ? [] : [sql`id < ${firstUuidAt(range.until)}::uuid`]),
    ...(retentionSeconds === undefined ? [] : [sql`id >= ${retentionCutoffId(retentionSeconds)}`]),
  ];
  const { rows } = await ctx.db.execute<{ refused: number; failed: number }>(sql`
    select count(*) filter (where status < 500)::int as refused, count(*) filter (where status >= 500)::int as failed
    from (
      select status from requests
      where store_id = ${range.storeId} and status >= 400 and ${sql.join(conditions, sql` and `)}
      order by id desc limit ${sql.raw(String(MAX_COUNTED + 1))}
    ) as newest`);
  const { refused = 0, failed = 0 } = rows[0] ?? {};
  const isAtLeast = refused + failed > MAX_COUNTED;
  return { refused: { count: refused, isAtLeast }, failed: { count: failed, isAtLeast } };
}
