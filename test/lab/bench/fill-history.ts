import { searchTerms } from "../../../src/lib/search-terms.ts";
import { dropIndexes } from "./drop-indexes.ts";
import type { BenchStore, Environment } from "./environment.ts";

/** The names of events, and how many of 100 events have each. */
const NAMES: Record<string, number> = {
  "Viewed product": 10,
  "Order shipped": 5,
  "Gift card redeemed": 1,
  ...Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`Event ${i}`, 7])),
};
const TOTALS = 200;
/** The events are spread evenly over two years that end here. */
export const LAST_EVENT = "2026-01-01T00:00:00Z";

/**
 * Inserts events of the customers `person-0` to `person-N` directly into the database, without unique ids.
 * Builds the indexes at the end, which is faster: the filling isn't measured.
 */
export async function fillEvents(
  { sql }: Environment,
  { id }: BenchStore,
  { count, people }: { count: number; people: number },
): Promise<void> {
  const indexes = await dropIndexes({ sql }, "events");
  await sql.query("set local maintenance_work_mem = '1GB'");
  await sql.query("create temporary table kind (slot int, total int, name text, data json, terms tsvector)");
  await sql.query(
    `insert into kind select (kind ->> 'slot')::int, (kind ->> 'total')::int, kind ->> 'name', kind -> 'data', (kind ->> 'terms')::tsvector
     from json_array_elements($1::json) as kind`,
    [JSON.stringify(kindsOf(id))],
  );
  await sql.query("analyze kind");
  await sql.query(
    `insert into events (store_id, id, event_name, customer_id, event_timestamp, value, value_currency, data, search_terms, received_at)
     select $1, lpad(to_hex(n), 32, '0')::uuid, kind.name, 'person-' || (hashint8(n) & 2147483647) % $3::int,
       at, 12.5, 'USD', kind.data, kind.terms, at
     from generate_series(1, $2::int) as n
     cross join lateral (select $4::timestamptz - ($2 - n)::float8 / $2 * interval '730 days' as at) as moment
     join kind on kind.slot = n % 100 and kind.total = n / 100 % ${TOTALS}`,
    [id, count, people, LAST_EVENT],
  );
  await sql.query("drop table kind");
  for (const definition of indexes) await sql.query(definition);
}

function kindsOf(storeId: string) {
  const slots = Object.entries(NAMES).flatMap(([name, slots]) => Array.from({ length: slots }, () => name));
  return slots.flatMap((name, slot) =>
    Array.from({ length: TOTALS }, (_, total) => {
      const data = {
        carrier: total % 2 === 0 ? "ups" : "dhl",
        parcels: 1 + (total % 5),
        express: total % 3 === 0,
        total,
      };
      return { slot, total, name, data, terms: searchTerms([storeId, "event", name], data) };
    }),
  );
}

/** Inserts the creation of each order and its return into the store's change feed, which had no changes. */
export async function fillChanges({ sql }: Environment, { id }: BenchStore, count: number): Promise<void> {
  await sql.query(
    `insert into changes (store_id, sequence, type, object_id, at)
     select $1, 2 * n - 1, 'order.created', 'ord_' || n, now() from generate_series(1, $2::int) as n
     union all select $1, 2 * n, 'return.created', 'ret_' || n, now() from generate_series(1, $2::int) as n`,
    [id, count],
  );
  await sql.query(
    `insert into change_feeds (store_id, last) values ($1, 2 * $2::bigint)
     on conflict (store_id) do update set last = excluded.last`,
    [id, count],
  );
}
