import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "../../ctx.ts";
import { HOUR_MS } from "../../lib/duration.ts";
import { firstIdAt } from "../../lib/ids.ts";
import { boundedCount, countedView, instant, type Range } from "./counted.ts";
import { type DeliveriesSummary, MAX_COUNTED } from "./schema.ts";

/** Ids begin with the time of the process that made them, which may differ from the database's. */
const CLOCK_MARGIN_MS = HOUR_MS;

type Row = Record<"delivered" | "discarded" | "pending", number> & { p95: number | null };

/**
 * Returns how many deliveries that began in the period were made or discarded, how many are pending, and how long
 * they took from the change. A delivery that was requested again says nothing about that.
 */
export async function summarizeDeliveries(ctx: Ctx, range: Range): Promise<DeliveriesSummary> {
  const took = sql`extract(epoch from finished_at - event.created_at) * 1000`;
  const { rows } = await ctx.db.execute<Row>(sql`
    select ${boundedCount(eventsIn(range, "delivered"), MAX_COUNTED)} as delivered,
      ${boundedCount(eventsIn(range, "discarded"), MAX_COUNTED)} as discarded,
      ${boundedCount(eventsIn(range, "pending"), MAX_COUNTED)} as pending,
      (
        select round(percentile_disc(0.95) within group (order by took))::int
        from (${eventsIn(range, "delivered", sql`${took} as took, tries, attempts`)} limit ${MAX_COUNTED}) as made
        where tries = attempts
      ) as p95`);
  const { delivered = 0, discarded = 0, pending = 0, p95 = null } = rows[0] ?? {};
  return {
    delivered: countedView(delivered, MAX_COUNTED),
    discarded: countedView(discarded, MAX_COUNTED),
    pending: countedView(pending, MAX_COUNTED),
    p95Ms: p95,
  };
}

/** Each webhook's deliveries of a state, the latest first. */
function eventsIn({ storeId, since }: Range, state: keyof Omit<Row, "p95">, columns: SQL = sql``): SQL {
  const first = firstIdAt("whe", new Date(since.getTime() - CLOCK_MARGIN_MS));
  const range =
    state === "pending" ? sql`` : sql`and event.id >= ${first} and event.created_at >= ${instant(since)}`;
  return sql`select ${columns} from webhooks as hook cross join lateral (
      select * from webhook_events as event
      where event.store_id = ${storeId} and event.webhook_id = hook.id and state = ${state} ${range}
      order by event.id desc limit ${MAX_COUNTED + 1}
    ) as event
    where hook.store_id = ${storeId} and hook.deleted_at is null`;
}
