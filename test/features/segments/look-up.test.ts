import { beforeAll, expect, test } from "bun:test";
import { type SQL, sql } from "drizzle-orm";
import { lookUpCustomers } from "../../../src/features/segments/look-up-customers.ts";
import { parseWhere } from "../../../src/features/segments/parse-query.ts";
import { resolveDates } from "../../../src/features/segments/resolve-dates.ts";
import { type Question, segmentStatement } from "../../../src/features/segments/statements.ts";
import type { Db } from "../../../src/platform/db/connect.ts";
import { LINEAR_PLANS } from "../../../src/platform/db/read-cancellable.ts";
import type { Json } from "../../support/orders.ts";
import { useService, useStore } from "../../support/use-service.ts";

const CUSTOMERS = 400;
const LAST = "2026-03-01T00:00:00Z";
const OFTEN = { event: "often" };
/** Every third customer has it. */
const SOME = { event: "some" };
/** One customer has it. */
const RARE = { event: "rare" };

const service = useService();
const store = useStore(service);
const other = useStore(service);
beforeAll(fill);

/**
 * Names whose first 2,000 events are of one second, as if the store had millions of each name; and a name of
 * few events.
 */
async function fill(): Promise<void> {
  const { longDb: db } = service.ctx;
  for (const { id } of [store, other]) {
    await db.execute(sql`
      insert into customers (store_id, id, search_terms)
      select ${id}, 'c' || n, '' from generate_series(1, ${CUSTOMERS}::int) as n`);
  }
  const add = (id: string, name: string, every: number, rounds: number, days: number) =>
    db.execute(sql`
      insert into events (store_id, id, event_name, customer_id, event_timestamp, search_terms, received_at)
      select ${id}, gen_random_uuid(), ${name}, 'c' || n,
        timestamptz '2026-01-01' + round * ${days} * interval '1 day' + n * interval '1 ms', '', now()
      from generate_series(1, ${CUSTOMERS}::int, ${every}::int) as n,
        generate_series(0, ${rounds - 1}::int) as round`);
  await add(store.id, "often", 1, 10, 0);
  await add(store.id, "some", 3, 20, 0);
  await add(store.id, "rare", CUSTOMERS, 2_000, 0);
  await add(store.id, "seen", 1, 3, 14);
  await add(other.id, "often", 2, 20, 0);
  await db.execute(sql`
    insert into events (store_id, id, event_name, customer_id, event_timestamp, search_terms, received_at)
    select ${store.id}, gen_random_uuid(), name, 'c1', ${LAST}::timestamptz, '', now()
    from unnest('{often,some,rare}'::text[]) as name`);
  await db.execute(sql`vacuum analyze events`);
  await db.execute(sql`vacuum analyze customers`);
}

function questionOf(where: Json, { size = 20, cursor }: { size?: number; cursor?: string[] } = {}): Question {
  const condition = resolveDates(parseWhere({ where }), new Date());
  return { condition, at: undefined, counts: false, page: { size, cursor, list: "" } };
}

function within<T>(work: (db: Db) => Promise<T>): Promise<T> {
  return service.ctx.longDb.transaction(async (tx) => {
    await tx.execute(sql`select ${LINEAR_PLANS}`);
    return work(tx);
  });
}

test.each<[string, Json]>([
  ["that all customers have", OFTEN],
  ["that some have", SOME],
  [
    "within a time range",
    { ...OFTEN, within: { since: "2026-01-01T00:00:00.050Z", until: "2026-03-01T00:00:00.001Z" } },
  ],
  ["from a moment on", { ...SOME, within: { since: "2026-01-01T00:00:00.100Z" } }],
])("pages of a name %s have the customers that reading all its events finds", async (_, where) => {
  await within(async (db) => {
    for (const size of [1, 20, 150]) {
      for (const cursor of [undefined, ["c200"], ["c398"], ["c99"]]) {
        const question = questionOf(where, { size, cursor });
        const { rows } = await db.execute<{ ids: string[] }>(segmentStatement(store.id, question));
        const found = await lookUpCustomers(db, store.id, question);
        expect({ size, cursor, found }).toEqual({ size, cursor, found: rows[0]?.ids });
      }
    }
  });
});

test("a page of a frequent name reads few events, of its customers only", async () => {
  await within(async (db) => {
    const statements: SQL[] = [];
    const execute = (statement: SQL) => {
      statements.push(statement);
      return db.execute(statement);
    };
    const found = await lookUpCustomers({ ...db, execute } as Db, store.id, questionOf(OFTEN));
    expect(found).toHaveLength(21);
    // The first one estimates how many events there are.
    const lookUps = statements.slice(1);
    expect(lookUps).toHaveLength(2);
    for (const statement of lookUps) {
      const { rows } = await db.execute<Record<string, string>>(
        sql`explain (analyze, costs off, timing off) ${statement}`,
      );
      const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
      expect(plan).toContain("Index Scan using events_customer");
      expect(plan).not.toContain("events_name");
      expect(plan).not.toContain("Seq Scan");
    }
  });
});

test.each<[string, Json, { size?: number; cursor?: string[]; counts?: boolean }]>([
  ["of few events", { event: "seen" }, {}],
  ["of no events", { event: "never" }, {}],
  ["of few customers", RARE, { cursor: ["c1"] }],
  ["whose events are counted", { ...OFTEN, times: { op: ">=", value: 2 } }, {}],
  ["whose data is compared", { ...OFTEN, data: [{ key: "a", op: "=", value: 1 }] }, {}],
  ["whose customers are counted", OFTEN, { counts: true }],
])("no customers are looked up for a name %s", async (_, where, { counts = false, ...page }) => {
  await within(async (db) => {
    const question = { ...questionOf(where, page), counts };
    expect(await lookUpCustomers(db, store.id, question)).toBeUndefined();
  });
});

test("no customers are looked up while the index of customers is being built", async () => {
  const undone = new Error("undone");
  const lookedUp = within(async (db) => {
    const question = questionOf(OFTEN);
    expect(await lookUpCustomers(db, store.id, question)).toHaveLength(21);
    await db.execute(sql`drop index events_customer`);
    expect(await lookUpCustomers(db, store.id, question)).toBeUndefined();
    throw undone;
  });
  expect(await lookedUp.catch((error: unknown) => error)).toBe(undone);
});

test("a customer with a hundred newer events of other names ends the look-up, not the page", async () => {
  const { longDb: db } = service.ctx;
  await db.execute(sql`
    insert into events (store_id, id, event_name, customer_id, event_timestamp, search_terms, received_at)
    select ${store.id}, gen_random_uuid(), 'noise', 'c10', ${LAST}::timestamptz, '', now()
    from generate_series(1, 100)`);
  await within(async (tx) => {
    expect(await lookUpCustomers(tx, store.id, questionOf(OFTEN))).toBeUndefined();
    expect(await lookUpCustomers(tx, store.id, questionOf(OFTEN, { cursor: ["c10"] }))).toHaveLength(21);
  });
  const response = await store.post(
    "/stores/:store/segments/query",
    { where: OFTEN },
    { "X-Page-Size": "3" },
  );
  const { customers } = (await response.json()) as { customers: { id: string }[] };
  expect(customers.map(({ id }) => id)).toEqual(["c1", "c10", "c100"]);
});
