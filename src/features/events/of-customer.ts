import { type SQL, sql } from "drizzle-orm";
import { EVENT_PERIOD, eventPeriodText } from "../../platform/db/tables/events.ts";

const PERIOD = eventPeriodText("event_timestamp");

type Read = { store: string; count: string; within: string; isAscending?: boolean };

/**
 * Returns a select of `at` and `id` of a customer's `count` newest events within a range, or the oldest ones. The index of
 * customers is sorted by period first, so it reads the periods in which the store has events, the newest first, until
 * there are enough: a nested loop keeps the order of its outer side.
 */
export function eventsOfCustomer(
  customerId: string,
  { store, count, within, isAscending = false }: Read,
): string {
  const direction = isAscending ? "asc" : "desc";
  const order = `order by event_timestamp ${direction}, id ${direction}`;
  const firstPeriod = (beyond: string) => `select ${PERIOD} as start from events
    where store_id = ${store} ${beyond} and ${within} ${order} limit 1`;
  const beyond = isAscending ? `>= periods.start + ${EVENT_PERIOD}` : "< periods.start";
  return `select at, id from (
    with recursive periods as (
      (${firstPeriod("")})
      union all
      select following.start from periods
      cross join lateral (${firstPeriod(`and event_timestamp ${beyond}`)}) as following
    )
    select found.at, found.id from periods
    cross join lateral (
      select event_timestamp as at, id from events
      where store_id = ${store} and ${PERIOD} = periods.start and customer_id = ${customerId} and ${within}
      ${order} limit ${count}
    ) as found
    limit ${count}
  ) as of_customer`;
}

/**
 * Returns a select of the ids of events of any of the customers, at most `count`, in no particular order. It reads
 * the periods in which the store has events; `customers` is an array of ids.
 */
export function idsOfCustomers(storeId: string, customers: SQL, count: number): SQL {
  const period = sql.raw(PERIOD);
  const latestPeriod = (before: SQL) => sql`select ${period} as start from events
    where store_id = ${storeId} ${before} order by event_timestamp desc, id desc limit 1`;
  return sql`select id from (
    with recursive periods as (
      (${latestPeriod(sql``)})
      union all
      select previous.start from periods
      cross join lateral (${latestPeriod(sql`and event_timestamp < periods.start`)}) as previous
    )
    select found.id from periods
    cross join lateral (
      select id from events
      where store_id = ${storeId} and ${period} = periods.start and customer_id = any(${customers})
      limit ${count}
    ) as found
    limit ${count}
  ) as of_customers`;
}
