import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "../../../core/ctx.ts";
import { HOUR_MS } from "../../../lib/duration.ts";
import { firstIdAt } from "../../../lib/ids.ts";
import { boundedCount, countedView, type Range, within } from "./counted.ts";
import { type DeliveriesSummary, MAX_COUNTED } from "./schema.ts";

/** Ids begin with the time of the process that made them, which may differ from the database's. */
const CLOCK_MARGIN_MS = HOUR_MS;

type State = "delivered" | "discarded" | "pending";
type Row = Record<State, number> & { p95: number | null };

/**
 * Returns how many deliveries that began in the period were made or discarded, how many are pending, and how long
 * they took from the change. A delivery that was requested again says nothing about that.
 */
export async function summarizeDeliveries(ctx: Ctx, range: Range): Promise<DeliveriesSummary> {
  const took = sql`extract(epoch from finished_at - event.created_at) * 1000`;
  const { rows } = await ctx.db.execute<Row>(sql`
    select ${boundedCount(countable(range, "delivered"), MAX_COUNTED)} as delivered,
      ${boundedCount(countable(range, "discarded"), MAX_COUNTED)} as discarded,
      ${boundedCount(eventsOf(range.storeId, "pending"), MAX_COUNTED)} as pending,
      (
        select round(percentile_disc(0.95) within group (order by took))::int
        from (
          ${eventsOf(range.storeId, "delivered", inRange(range), sql`${took} as took, tries, attempts`)}
          limit ${MAX_COUNTED}
        ) as made
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

/**
 * The deliveries of a state that began in the period. Where an id alone says so, the index alone is read: rows of one
 * state may lie on as many pages of the table as there are rows.
 */
function countable(range: Range, state: State): SQL {
  const edges = range.isPresent ? [range.since] : [range.since, range.until];
  const certain = sql.join(
    edges.map((edge, i) =>
      i === 0 ? sql`and event.id >= ${idAt(edge, 1)}` : sql`and event.id < ${idAt(edge, -1)}`,
    ),
    sql` `,
  );
  const near = edges.map((edge) =>
    eventsOf(
      range.storeId,
      state,
      sql`and event.id >= ${idAt(edge, -1)} and event.id < ${idAt(edge, 1)}
        and ${within(sql`event.created_at`, range)}`,
    ),
  );
  return sql.join([eventsOf(range.storeId, state, certain), ...near], sql` union all `);
}

/** The id of a moment before or after another, so that all ids of what was made then are on one side of it. */
function idAt(moment: Date, margins: 1 | -1): string {
  return firstIdAt("whe", new Date(moment.getTime() + margins * CLOCK_MARGIN_MS));
}

function inRange(range: Range): SQL {
  const until = range.isPresent ? sql`` : sql`and event.id < ${idAt(range.until, 1)}`;
  return sql`and event.id >= ${idAt(range.since, -1)} ${until} and ${within(sql`event.created_at`, range)}`;
}

/** Each webhook's deliveries of a state, the latest first. */
function eventsOf(storeId: string, state: State, condition: SQL = sql``, columns: SQL = sql``): SQL {
  return sql`select ${columns} from webhooks as hook cross join lateral (
      select * from webhook_events as event
      where event.store_id = ${storeId} and event.webhook_id = hook.id and state = ${state} ${condition}
      order by event.id desc limit ${MAX_COUNTED + 1}
    ) as event
    where hook.store_id = ${storeId} and hook.deleted_at is null`;
}
