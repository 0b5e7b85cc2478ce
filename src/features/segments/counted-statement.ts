import { type SQL, sql } from "drizzle-orm";
import { compileEvents } from "./compile.ts";
import { type Question, withinPage } from "./statements.ts";

/** How many customers, in the order of ids, are looked at for each customer of a page. */
const CANDIDATES_PER_CUSTOMER = 100;
const MAX_CANDIDATES = 5_000;

/**
 * The statement of a page of the customers of one event name, also of those with some number of events, and how
 * many they are: one row as that of `segmentStatement`. Undefined for any other segment, and for events that no
 * index has all of.
 *
 * It sorts a hash of the customer of each event. Numbers are sorted within the processor's caches, which takes
 * half of the time of a hash table of ids. Of a million customers two have the same hash of 64 bits in one of 40
 * million counts. Each has its own seed, so that no id can be chosen to collide. The page is those of the next
 * customers whose hash was found; if they are too few, its ids are read from the events.
 */
export function countedStatement(
  storeId: string,
  { condition, at, page }: Question,
  seed = randomSeed(),
): SQL | undefined {
  const found = compileEvents(storeId, condition, at);
  if (!found?.isIndexed) return undefined;
  const count = page.size + 1;
  const candidates = Math.min(CANDIDATES_PER_CUSTOMER * count, MAX_CANDIDATES);
  const hashOf = (id: string) => sql`hashtextextended(${sql.raw(id)}, ${seed}::bigint)`;
  return sql`
    with candidate as materialized (
      select c.id, ${hashOf("c.id")} as hash from customers c
      where c.store_id = ${storeId} and ${withinPage(sql`c.id`, page)} order by c.id limit ${candidates}
    ), found as materialized (
      select count(*)::int as count, array_agg(hash) as hashes,
        array_agg(hash) filter (where hash in (select hash from candidate)) as first
      from (
        select hash from (
          select ${hashOf("event.id")} as hash from (${found.events}) as event order by hash offset 0
        ) as event group by hash ${found.having ?? sql.empty()}
      ) as hashed
    )
    select count, case
      when cardinality(first) > ${page.size} or (select count(*) from candidate) < ${candidates} then array(
        select id from candidate where hash in (select unnest(found.first)) order by id limit ${count}
      ) else array(
        select event.id from (${found.events} offset 0) as event
        where ${withinPage(sql`event.id`, page)}
          and ${hashOf("event.id")} in (select unnest(found.hashes))
        group by event.id order by event.id limit ${count}
      ) end as ids
    from found`;
}

function randomSeed(): string {
  return String(crypto.getRandomValues(new BigInt64Array(1))[0]);
}
