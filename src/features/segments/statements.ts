import { type SQL, sql } from "drizzle-orm";
import type { Page } from "../../core/http/paging.ts";
import { compileEvents, compileSegment } from "./compile.ts";
import type { AbsoluteCondition } from "./condition.ts";
import type { SegmentRequest } from "./parse-query.ts";

export type Question = Omit<SegmentRequest, "condition"> & { condition: AbsoluteCondition; page: Page };

/** The statement of a segment: one row with the ids of a page, and one more, and the count if it is asked for. */
export function segmentStatement(storeId: string, { condition, at, counts, page }: Question): SQL {
  const segment = compileSegment(storeId, condition, at);
  if (!counts) return sql`select ${idsFrom(sql`(${segment}) as found`, page)}`;
  return sql`with found as materialized (${segment})
    select ${idsFrom(sql`found`, page)}, (select count(*) from found)::int as count`;
}

/** How many events are sampled for the bound of a page; they take a millisecond. */
const SAMPLED_EVENTS = 5_000;

/**
 * The statement of an id that no id of the page is after, for the customers of one event name, without a count;
 * undefined for any other segment. The first events that the index has are of some customers of the segment, and
 * the page's last id is at most the last one of a page of these. It returns no row if they are too few.
 */
export function boundStatement(storeId: string, { condition, at, counts, page }: Question): SQL | undefined {
  const found = counts ? undefined : compileEvents(storeId, condition, at);
  if (!found?.isIndexed || found.having) return undefined;
  return sql`
    select event.id from (${found.events} limit ${SAMPLED_EVENTS}) as event
    where ${withinPage(sql`event.id`, page)} group by event.id order by event.id limit 1 offset ${page.size}`;
}

/** How many events are kept for each customer of a page, and at most, which the database sorts in memory. */
const EVENTS_PER_CUSTOMER = 100;
const MAX_EVENTS = 10_000;

/**
 * The statement of a page of the customers of one event name, without a count; undefined for any other segment.
 * It keeps the events of the first customers only, those up to the bound, while the other statement would keep all
 * customers. Too few customers are found if they have very many events: `isCut` is true and the other statement
 * has to be used. `offset 0` keeps the ids out of the choice of the index: the planner takes the one by
 * customer for a few of them, and reads all events of these from the table.
 */
export function firstEventsStatement(
  storeId: string,
  { condition, at, counts, page }: Question,
  bound?: string,
): SQL | undefined {
  const found = counts ? undefined : compileEvents(storeId, condition, at);
  if (!found || found.having) return undefined;
  const count = Math.min(EVENTS_PER_CUSTOMER * (page.size + 1), MAX_EVENTS);
  return sql`with found as materialized (
      select event.id from (${found.events} offset 0) as event
      where ${withinPage(sql`event.id`, page, bound)} order by event.id limit ${count}
    )
    select ${idsFrom(sql`(select id from found group by id) as first`, page)}, (select count(*) from found) = ${count} as "isCut"`;
}

function idsFrom(from: SQL, page: Page): SQL {
  return sql`array(
    select segment.id from (select * from ${from}) as segment
    where ${withinPage(sql`segment.id`, page)} order by segment.id limit ${page.size + 1}
  ) as ids`;
}

/** SQL for an id after the cursor and up to the bound. */
export function withinPage(id: SQL, { cursor }: Page, bound?: string): SQL {
  const [last] = cursor ?? [];
  const parts = [
    ...(last === undefined ? [] : [sql`${id} > ${last}`]),
    ...(bound === undefined ? [] : [sql`${id} <= ${bound}`]),
  ];
  return parts.length > 0 ? sql.join(parts, sql` and `) : sql`true`;
}
