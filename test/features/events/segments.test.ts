import { beforeAll, describe, expect, test } from "bun:test";
import { type SQL, sql } from "drizzle-orm";
import { type SearchTerm, searchEquals, searchRange, searchTerms } from "../../../src/lib/search-terms.ts";
import { loadInto } from "../../support/bulk-load.ts";
import { event, ingest } from "../../support/events.ts";
import { useService, useStore } from "../../support/use-service.ts";

const COUNT = 1_000_000;
/** A generous timeout: on a busy machine inserting the rows takes more than a minute. */
const FILLED_WITHIN_MS = 240_000;

const service = useService({ eventRateLimit: 0 });
const store = useStore(service);
beforeAll(async () => {
  await fill();
}, FILLED_WITHIN_MS);

const day = (i: number) => new Date(Date.UTC(2026, 0, 1 + i));
const numberTerm = (value: number): SearchTerm => ({ kind: "number", value });
const dateTerm = (value: Date): SearchTerm => ({ kind: "date", value });

/** Inserts a million events of 50 names and 20,000 customers, as single events are stored. */
async function fill(): Promise<void> {
  const kinds = Array.from({ length: 50 }, (_, i) => {
    const data = { at: day(i).toISOString(), k: i - 25, page: `page ${i}` };
    const name = i < 25 ? "ordered" : "visited";
    return { kind: i, name, data, search_terms: searchTerms([store.id, "event", name], data) };
  });
  const flags = [true, false].map((flag) => ({
    fields: { f: flag },
    search_terms: searchTerms([store.id, "customer"], { f: flag }),
  }));
  // These connections have no short statement timeout.
  const { longDb: db } = store.ctx;
  await db.execute(sql`
    insert into customers (store_id, id, custom_fields, search_terms)
    select ${store.id}, 'c' || n, flag->'fields', (flag->>'search_terms')::tsvector
    from (select n, ${JSON.stringify(flags)}::jsonb->(case when n % 100 = 0 then 0 else 1 end) as flag
      from generate_series(1, 20000) as n) as each`);
  const events = sql`
    insert into events (store_id, id, event_name, customer_id, event_timestamp, data, search_terms, received_at)
    select ${store.id}, lpad(to_hex(kind * 1000000 + n), 32, '0')::uuid, each.name, 'c1', now(), data, search_terms, now()
    from json_to_recordset(${JSON.stringify(kinds)}::json) as each(kind int, name text, data json, search_terms tsvector),
      generate_series(1, ${COUNT / 50}) as n`;
  await loadInto(db, ["events"], async () => void (await db.execute(events)));
  await db.execute(sql`vacuum analyze events`);
  await db.execute(sql`vacuum analyze customers`);
}

const path = (name: string, member: string) => [store.id, "event", name, member];

/**
 * A query for an index, and the equivalent condition on the values, which a hundredth of the rows are checked
 * with.
 */
type Segment = { table: "events" | "customers"; query: string; means: SQL };

const foundBy = ({ table, query }: Pick<Segment, "table" | "query">, what = sql`id`) =>
  sql`select ${what} from ${sql.identifier(table)} where store_id = ${store.id} and search_terms @@ ${query}::tsquery`;

async function countOf(statement: SQL): Promise<number> {
  const { rows } = await store.ctx.db.execute<{ count: number }>(statement);
  return rows[0]?.count ?? 0;
}

function wronglyFound({ table, query, means }: Segment): SQL {
  const sample = table === "events" ? sql`tablesample system (1)` : sql``;
  return sql`select count(*)::int as count from ${sql.identifier(table)} ${sample}
    where (search_terms @@ ${query}::tsquery) is distinct from (${means})`;
}

async function planOf(statement: SQL): Promise<string> {
  const { rows } = await store.ctx.db.execute<Record<string, string>>(sql`explain ${statement}`);
  return rows.map((row) => row["QUERY PLAN"]).join("\n");
}

describe("with 1,000,000 events the index finds", () => {
  test.each<[string, "events" | "customers", () => string, SQL]>([
    [
      "events named ordered whose data.at is before a date",
      "events",
      () => searchRange(path("ordered", "at"), "below", { kind: "date", value: day(1) }),
      sql`event_name = 'ordered' and (data->>'at')::timestamptz < ${day(1).toISOString()}::timestamptz`,
    ],
    [
      "events named visited whose data.k is above 23.1",
      "events",
      () => searchRange(path("visited", "k"), "above", { kind: "number", value: 23.1 }),
      sql`event_name = 'visited' and (data->>'k')::float > 23.1`,
    ],
    [
      "events named ordered whose data.k is below -24.3",
      "events",
      () => searchRange(path("ordered", "k"), "below", { kind: "number", value: -24.3 }),
      sql`event_name = 'ordered' and (data->>'k')::float < -24.3`,
    ],
    [
      "events named visited whose data.page is a string",
      "events",
      () => searchEquals(path("visited", "page"), { kind: "string", value: "page 30" }),
      sql`event_name = 'visited' and data->>'page' = 'page 30'`,
    ],
    [
      "customers whose field f is true",
      "customers",
      () => searchEquals([store.id, "customer", "f"], { kind: "boolean", value: true }),
      sql`(custom_fields->'f')::boolean`,
    ],
  ])("exactly the %s", async (_, table, query, means) => {
    const segment = { table, query: query(), means };
    expect(await planOf(foundBy(segment))).toContain(`Bitmap Index Scan on ${table}_search_terms`);
    expect(await countOf(foundBy(segment, sql`count(*)::int as count`))).toBe(
      table === "events" ? 20_000 : 200,
    );
    expect(await countOf(wronglyFound(segment))).toBe(0);
  });

  test.each<[string, () => string]>([
    [
      "no event of another name",
      () => searchRange(path("visited", "k"), "below", { kind: "number", value: 0 }),
    ],
    [
      "no event of another store",
      () => searchEquals(["sto_other", "event", "ordered", "k"], numberTerm(-25)),
    ],
    [
      "no string that looks like a number",
      () => searchEquals(path("ordered", "k"), { kind: "string", value: "-25" }),
    ],
  ])("%s", async (_, query) => {
    expect(await countOf(foundBy({ table: "events", query: query() }, sql`count(*)::int as count`))).toBe(0);
  });
});

test("numbers of any size and sign are ordered", async () => {
  const numbers = [-Number.MAX_VALUE, -1e21, -1000.5, -25, -24.5, -1, -0.1, -5e-324, 0];
  const all = [...numbers, ...numbers.slice(0, -1).map((value) => -value), 10, 19.99, 23];
  const rows = all.map((value) => ({ value, search_terms: searchTerms(["k"], { k: value }) }));
  const bounds = all.map((value) => {
    const term = { kind: "number", value } as const;
    return {
      value,
      above: searchRange(["k", "k"], "above", term),
      below: searchRange(["k", "k"], "below", term),
    };
  });
  const { rows: wrong } = await store.ctx.db.execute(sql`
    select number.value, bound.value as bound
    from json_to_recordset(${JSON.stringify(rows)}::json) as number(value float, search_terms tsvector),
      json_to_recordset(${JSON.stringify(bounds)}::json) as bound(value float, above text, below text)
    where (search_terms @@ above::tsquery) is distinct from (number.value > bound.value)
      or (search_terms @@ below::tsquery) is distinct from (number.value < bound.value)`);
  expect(wrong).toEqual([]);
});

test("$extra is not searchable", async () => {
  const fresh = await service.newStore();
  await ingest(
    service,
    fresh,
    "bulk",
    event({ data: { $extra: { k: 5, list: ["a"] } } }),
    event({ data: { k: 5 } }),
  );
  const { rows } = await fresh.ctx.db.execute(sql`
    select data->>'k' as k, length(search_terms) as words from events where store_id = ${fresh.id} order by 1`);
  expect(rows).toEqual([
    { k: "5", words: 1 },
    { k: null, words: 0 },
  ]);
});

test("a date is compared as an instant, with any offset, in data and in custom fields", async () => {
  const fresh = await service.newStore();
  const [noon, offsets] = [
    "2026-03-01T12:00:00Z",
    ["2026-03-01T14:00:00+02:00", "2026-03-01T01:30:00.000-10:30"],
  ];
  const sent = [noon, ...offsets, "2026-03-01T12:00:00.001Z", "2026-03-01T12:00:00+00:01"];
  const customers = sent.map((at, i) => ({ id: `c${i}`, customFields: { at } }));
  await ingest(
    service,
    fresh,
    "bulk",
    ...sent.map((at, i) => event({ data: { at }, customer: customers[i] })),
  );
  const found = async (table: string, column: string, query: string) => {
    const { rows } = await fresh.ctx.db.execute<{ id: string }>(sql`
      select ${sql.identifier(column)} as id from ${sql.identifier(table)}
      where store_id = ${fresh.id} and search_terms @@ ${query}::tsquery order by 1`);
    return rows.map(({ id }) => id);
  };
  const instant = dateTerm(new Date(noon)) as Extract<SearchTerm, { kind: "date" }>;
  for (const [table, column, place] of [
    ["events", "customer_id", [fresh.id, "event", "visited", "at"]],
    ["customers", "id", [fresh.id, "customer", "at"]],
  ] as const) {
    expect([
      await found(table, column, searchEquals([...place], instant)),
      await found(table, column, searchRange([...place], "above", instant)),
      await found(table, column, searchRange([...place], "below", instant)),
    ]).toEqual([["c0", "c1", "c2"], ["c3"], ["c4"]]);
  }
});
