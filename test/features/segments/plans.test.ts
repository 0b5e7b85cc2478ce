import { beforeAll, expect, test } from "bun:test";
import { type SQL, sql } from "drizzle-orm";
import { countedStatement } from "../../../src/features/segments/counted-statement.ts";
import { parseWhere } from "../../../src/features/segments/parse-query.ts";
import { resolveDates } from "../../../src/features/segments/resolve-dates.ts";
import { sortedStatement } from "../../../src/features/segments/sorted-statement.ts";
import { firstEventsStatement, segmentStatement } from "../../../src/features/segments/statements.ts";
import { searchTerms } from "../../../src/lib/search-terms.ts";
import { LINEAR_PLANS } from "../../../src/platform/db/read-cancellable.ts";
import { loadInto } from "../../support/bulk-load.ts";
import type { Json } from "../../support/orders.ts";
import { useService, useStore } from "../../support/use-service.ts";

const EVENTS = 200_000;
const CUSTOMERS = 20_000;
const KINDS = 40;
/** A name with more events than a bound is sampled from. */
const OFTEN = "often";
const OFTEN_EVENTS = 12_000;
const OFTEN_CUSTOMERS = 3_000;
const FILLED_WITHIN_MS = 240_000;

const service = useService();
const store = useStore(service);
beforeAll(fill, FILLED_WITHIN_MS);

/** Events of 40 names of a fifth of the customers each, and profiles of which one in a hundred is gold. */
async function fill(): Promise<void> {
  const kinds = Array.from({ length: KINDS }, (_, i) => {
    const data = { k: i, page: `page ${i}` };
    return { i, name: `name ${i}`, data, terms: searchTerms([store.id, "event", `name ${i}`], data) };
  });
  const gold = searchTerms([store.id, "customer"], { plan: "gold", since: new Date().toISOString() });
  const { longDb: db } = store.ctx;
  await db.execute(sql`
    insert into customers (store_id, id, custom_fields, search_terms)
    select ${store.id}, 'c' || n, case when n % 100 = 0 then '{"plan":"gold"}'::jsonb end,
      case when n % 100 = 0 then ${gold}::tsvector else '' end
    from generate_series(1, ${CUSTOMERS}) as n`);
  await loadInto(db, ["events"], async () => {
    await db.execute(sql`
      insert into events (store_id, id, event_name, customer_id, event_timestamp, value, data, search_terms, received_at)
      select ${store.id}, gen_random_uuid(), kind.name, 'c' || 1 + (n * 7919 + kind.i) % ${CUSTOMERS},
        timestamptz '2026-01-01' + n * interval '60 days' / ${EVENTS / KINDS}::int, n % 1000, kind.data, kind.terms, now()
      from generate_series(1, ${EVENTS / KINDS}) as n,
        json_to_recordset(${JSON.stringify(kinds)}::json) as kind(i int, name text, data json, terms tsvector)`);
    // The oldest are of the customers with the last ids, which the first pages don't have.
    await db.execute(sql`
      insert into events (store_id, id, event_name, customer_id, event_timestamp, search_terms, received_at)
      select ${store.id}, gen_random_uuid(), ${OFTEN}, 'c' || ${CUSTOMERS}::int - n % ${OFTEN_CUSTOMERS}::int,
        timestamptz '2025-01-01' + n * interval '1 second', '', now()
      from generate_series(1, ${OFTEN_EVENTS}::int) as n`);
  });
  await db.execute(sql`vacuum analyze events`);
  await db.execute(sql`vacuum analyze customers`);
}

type Plan = { text: string; rows: number };

function askedOf(where: Json, counts: boolean) {
  const page = { size: 20, cursor: undefined, list: "" };
  return { condition: resolveDates(parseWhere({ where }), new Date()), at: undefined, counts, page };
}

function planOf(where: Json, counts = false): Promise<Plan> {
  const asked = askedOf(where, counts);
  return explain(firstEventsStatement(store.id, asked) ?? segmentStatement(store.id, asked));
}

function explain(statement: SQL): Promise<Plan> {
  return store.ctx.longDb.transaction(async (tx) => {
    await tx.execute(sql`select ${LINEAR_PLANS}`);
    const { rows } = await tx.execute<Record<string, string>>(
      sql`explain (analyze, costs off, timing off) ${statement}`,
    );
    const text = rows.map((row) => row["QUERY PLAN"]).join("\n");
    const most = [...text.matchAll(/actual rows=([\d.]+) loops=(\d+)/g)].map(
      ([, n, loops]) => Number(n) * Number(loops),
    );
    return { text, rows: Math.max(...most) };
  });
}

const FIRST = { event: "name 1" };
const OF_NAME = EVENTS / KINDS;

test.each<[string, Json, boolean, string[], number]>([
  [
    "a page reads the events of the name and keeps the first",
    FIRST,
    false,
    ["Index Only Scan using events_name", "top-N heapsort"],
    OF_NAME,
  ],
  [
    "a time range reads the events in it alone",
    { ...FIRST, within: { since: "2026-01-31T00:00:01Z" } },
    true,
    ["Index Only Scan using events_name"],
    OF_NAME / 2,
  ],
  ["a count reads the events of the name", FIRST, true, ["Index Only Scan using events_name"], OF_NAME],
  [
    "times are counted in the index",
    { ...FIRST, times: { op: ">=", value: 2 } },
    true,
    ["Index Only Scan using events_name"],
    OF_NAME,
  ],
  [
    "data is found by its terms",
    { event: "name 2", data: [{ key: "k", op: ">", value: 1.5 }] },
    true,
    ["events_search_terms"],
    OF_NAME,
  ],
  [
    "values are compared with the events of the name",
    { event: "name 2", value: { op: ">=", value: 500 } },
    true,
    ["events_name"],
    OF_NAME,
  ],
  [
    "values in a time range are compared with the events in it alone",
    { event: "name 2", value: { op: ">=", value: 1 }, within: { since: "2026-01-31T00:00:01Z" } },
    true,
    ["events_name"],
    OF_NAME / 2,
  ],
  [
    "relative dates of custom fields are found by their terms, each customer read at most once",
    { customer: "customFields.since", op: ">", value: { last: "7d" } },
    true,
    ["search_terms @@"],
    CUSTOMERS,
  ],
  [
    "two names are joined",
    { all: [FIRST, { event: "name 2" }] },
    true,
    ["Index Only Scan using events_name"],
    OF_NAME,
  ],
  [
    "custom fields are found by their terms",
    { customer: "customFields.plan", is: "gold" },
    true,
    ["customers_search_terms"],
    CUSTOMERS / 100,
  ],
  [
    "an address is found by its index",
    { customer: "email", is: "a@example.com" },
    true,
    ["customers_email"],
    1,
  ],
  ["a complement reads each customer once", { not: FIRST }, true, ["events_name", "Anti Join"], CUSTOMERS],
])("%s", async (_, where, counts, parts, mostRows) => {
  const { text, rows } = await planOf(where, counts);
  for (const part of parts) expect(text).toContain(part);
  expect(text).not.toContain("Seq Scan on events");
  expect(rows).toBeLessThanOrEqual(mostRows);
});

test.each<[string, string | undefined, string[] | undefined]>([
  ["up to a bound", "c1001", undefined],
  ["after the customers of the last one", undefined, ["c9990"]],
])("a page %s reads the events of the name alone", async (_, bound, cursor) => {
  const asked = askedOf(FIRST, false);
  const page = { ...asked.page, cursor };
  const { text } = await explain(firstEventsStatement(store.id, { ...asked, page }, bound) ?? sql``);
  expect(text).toContain("Index Only Scan using events_name");
  expect(text).not.toContain("events_customer");
});

test("a counted page reads the events of the name alone, wherever it begins", async () => {
  const asked = askedOf(FIRST, true);
  for (const cursor of [["c1001"], ["c9990"]]) {
    const page = { ...asked.page, cursor };
    const { text } = await explain(countedStatement(store.id, { ...asked, page }) ?? sql``);
    expect(text).not.toContain("events_customer");
  }
});

test.each(["created_at", "-created_at"] as const)(
  "a page of all customers by %s is read from its index",
  async (sort) => {
    const asked = { ...askedOf({ customer: "id", op: "exists" }, false), sort };
    for (const cursor of [undefined, ["1970-01-01T00:00:00.000Z", "c500"]]) {
      const { text, rows } = await explain(
        sortedStatement(store.id, { ...asked, page: { ...asked.page, cursor } }, sort),
      );
      expect(text).toContain("using customers_created_at on customers");
      expect(text).not.toContain("Sort");
      expect(rows).toBeLessThanOrEqual(21);
    }
  },
);

test("a page by creation of other customers reads each customer once", async () => {
  const asked = askedOf({ event: "name 3" }, false);
  const { text } = await explain(sortedStatement(store.id, asked, "-created_at"));
  expect(text).not.toContain("Nested Loop");
  expect(text).toContain("top-N heapsort");
});

test.each([
  ["of all customers", { event: "name 3" }, 1],
  ["of customers with some events", { event: "name 3", times: { op: ">=", value: 1 } }, 1],
  ["whose page is not among the first customers", { event: OFTEN }, 2],
])("a count %s reads the events in the index and sorts numbers", async (_, where, passes) => {
  const { text } = await explain(countedStatement(store.id, askedOf(where, true)) ?? sql``);
  const scans = text.match(/Index Only Scan using events_name.*/g) ?? [];
  expect(scans).toHaveLength(2);
  expect(scans.filter((scan) => !scan.includes("never executed"))).toHaveLength(passes);
  // A subplan that runs once is hashed.
  expect(text).toMatch(/SubPlan \d+\n\s+-> {2}CTE Scan on candidate \(actual rows=2100\S* loops=1\)/);
  expect(text).toContain("Sort Key: (hashtextextended(");
  expect(text).not.toContain("Seq Scan");
});

test.each([false, true])(
  "pages of a frequent event name have each of its customers once and in order, counted: %p",
  async (isCounted) => {
    const ids: string[] = [];
    let cursor: string | null = null;
    do {
      const body = { where: { event: OFTEN }, ...(isCounted && { include: ["count"] }) };
      const headers = { "X-Page-Size": "400", ...(cursor !== null && { "X-Page-Continue": cursor }) };
      const answer: Response = await store.post("/stores/:store/segments/query", body, headers);
      const { customers, count } = (await answer.json()) as { customers: { id: string }[]; count?: number };
      expect(count).toBe(isCounted ? OFTEN_CUSTOMERS : undefined);
      ids.push(...customers.map(({ id }) => id));
      cursor = answer.headers.get("X-Page-Next");
    } while (cursor !== null);
    const all = Array.from({ length: OFTEN_CUSTOMERS }, (_, i) => `c${CUSTOMERS - i}`);
    expect(ids).toEqual(all.toSorted());
  },
);
