import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../../platform/db/connect.ts";
import { eventPeriod } from "../../platform/db/tables/events.ts";
import { compileEvents, type Events } from "./compile.ts";
import { type Question, withinPage } from "./statements.ts";

/** The customers that are looked up before it is known how many of them are in the segment. */
const FIRST_CUSTOMERS = 16;
/** The most events of one customer that are read. */
const MAX_EVENTS = 100;
/** For fewer events of the name than this they are read as quickly. */
const MIN_EVENTS_OF_NAME = 200_000;
/** A customer is looked up in the time in which this many events of the name are read. */
const EVENTS_PER_LOOK_UP = 1_000;

/** How many events of the name tell how many there are. */
const SAMPLED_EVENTS = 2_000;

type Customer = { id: string; isFound: boolean; isRead: boolean };

/**
 * Returns the ids of a page of the customers of one event name, and one more, without reading all events of
 * the name: it goes through the customers in the order of the page and reads the newest events of each until
 * one has the name. Returns undefined for any other segment, with the count, for a name with so few events or
 * customers that reading its events takes less time, for a customer with many other events, and while the index
 * of customers is being built.
 */
export async function lookUpCustomers(
  db: Db,
  storeId: string,
  { condition, at, counts, page }: Question,
): Promise<string[] | undefined> {
  const events = counts ? undefined : compileEvents(storeId, condition, at);
  if (!events?.isIndexed || events.having) return undefined;
  const total = await estimateTotal(db, events);
  if (total < MIN_EVENTS_OF_NAME) return undefined;
  const ids: string[] = [];
  let { cursor } = page;
  for (let [count, seen] = [FIRST_CUSTOMERS, 0]; count * EVENTS_PER_LOOK_UP < total; ) {
    const statement = lookUpStatement(storeId, events, withinPage(sql`c.id`, { ...page, cursor }), count);
    const { rows } = await db.execute<Customer>(statement);
    if (rows.some(({ isFound, isRead }) => !isFound && !isRead)) return undefined;
    ids.push(...rows.flatMap(({ id, isFound }) => (isFound ? id : [])));
    if (ids.length > page.size || rows.length < count) return ids.slice(0, page.size + 1);
    seen += rows.length;
    cursor = rows.slice(-1).map(({ id }) => id);
    count = Math.ceil(((page.size + 1 - ids.length) * seen) / ids.length);
  }
  return undefined;
}

/**
 * Returns how many events of a name there are if each hour has as many as the first ones; 0 for few, and
 * without the index that look-ups read.
 */
async function estimateTotal(db: Db, { times }: Events): Promise<number> {
  const secondsTo = (time: SQL) => sql`extract(epoch from ${time} - sample.first)`;
  const { rows } = await db.execute<{ total: number | null }>(sql`
    select (
      sample.count * ${secondsTo(sql`newest.at`)} / nullif(${secondsTo(sql`sample.last`)}, 0)
    )::float8 as total
    from (
      select count(*), min(event.at) as first, max(event.at) as last
      from (${times} limit ${SAMPLED_EVENTS}) as event
    ) as sample
    cross join (select event.at from (${times}) as event order by event.at desc limit 1) as newest
    where sample.count = ${SAMPLED_EVENTS} and exists (
      select from pg_index where indexrelid = to_regclass('events_customer') and indisvalid
    )`);
  return rows[0]?.total ?? 0;
}

/**
 * The statement of the next customers by id: whether one of the events read has the name, and whether all
 * events of the customer were read otherwise. The index of customers is sorted by period first, so it reads
 * the periods in which the store has events, the newest first.
 */
function lookUpStatement(storeId: string, { name, within }: Events, isNext: SQL, count: number): SQL {
  const period = eventPeriod(sql`e.event_timestamp`);
  const latestPeriod = (before: SQL) => sql`select ${period} as start from events e
    where e.store_id = ${storeId} and ${within} ${before} order by e.event_timestamp desc, e.id desc limit 1`;
  return sql`
    with recursive period as (
      (${latestPeriod(sql``)})
      union all
      select previous.start from period
      cross join lateral (${latestPeriod(sql`and e.event_timestamp < period.start`)}) as previous
    ), customer as materialized (
      select c.id from customers c where c.store_id = ${storeId} and ${isNext} order by c.id limit ${count}
    ), looked_up as materialized (
      select customer.id, (
        select has_name from (
          select event.name = ${name} as has_name, row_number() over () as number from (
            select found.name from period
            cross join lateral (
              select e.event_name as name from events e
              where e.store_id = ${storeId} and ${period} = period.start and e.customer_id = customer.id
                and ${within}
              limit ${MAX_EVENTS}
            ) as found
            limit ${MAX_EVENTS}
          ) as event
        ) as event
        where has_name or number = ${MAX_EVENTS} limit 1
      ) as has_name
      from customer
    )
    select id, has_name is true as "isFound", has_name is null as "isRead" from looked_up order by id`;
}
