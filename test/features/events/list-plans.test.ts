import { beforeAll, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { MAX_COMPARED } from "../../../src/core/lists/list.ts";
import { loadInto } from "../../support/bulk-load.ts";
import { EVENTS } from "../../support/events.ts";
import { everyPage, pageAfter } from "../../support/pages.ts";
import { createPlanner, type Planner } from "../../support/plans.ts";
import { useService, useStore } from "../../support/use-service.ts";

const COUNT = 60_000;
const SMALL_STORES = 20;
const PAGE = 20;

const service = useService();
const large = useStore(service);
const small = useStore(service, { beside: large });
const planners: Planner[] = [];
beforeAll(async () => {
  const neighbours = await Promise.all(
    Array.from({ length: SMALL_STORES - 1 }, () => service.newStore({ beside: small })),
  );
  await loadInto(small.ctx.longDb, ["events"], async () => {
    await fill(large.id, COUNT);
    for (const { id } of [small, ...neighbours]) await fill(id, COUNT / SMALL_STORES);
  });
  await small.ctx.longDb.execute(sql`vacuum analyze events`);
  for (const store of [large, small]) planners.push(createPlanner(store, ["events"], { isByKey: true }));
}, 120_000);
service.beforeStop(async () => {
  for (const planner of planners) await planner.stop();
});

/**
 * Stores events of almost three years, the newest with the highest number. Half of them are of one customer, and
 * half, other ones, have one name; there are names and customers with many events, with few and with one.
 */
async function fill(storeId: string, count: number): Promise<void> {
  await small.ctx.longDb.execute(sql`
    insert into events (store_id, id, event_name, customer_id, event_timestamp, search_terms, received_at)
    select ${storeId}, gen_random_uuid(),
      case when n = 100 then 'once' when n % 1000 = 7 then 'rare' when n % 4 < 2 then 'common' else 'name ' || n % 40 end,
      case when n = 200 then 'guest' when n % 1000 = 8 then 'seldom' when n % 2 = 0 then 'shop' else 'person ' || n % 3000 end,
      timestamptz '2023-06-01' + n * interval '1000 days' / ${count}::int, '', now()
    from generate_series(1, ${count}::int) as n`);
}

const NAMES = ["common", "rare", "once", "name 3", "none", "x".repeat(300)];
const CUSTOMERS = ["shop", "seldom", "guest", "person 7", "none"];
const TIMES = [
  {},
  { since: "2025-01-01T00:00:00Z" },
  { until: "2024-01-01T00:00:00Z" },
  { since: "2024-01-01T00:00:00Z", until: "2024-03-01T00:00:00Z" },
];

const queryOf = (eventName?: string, customer?: string, times = {}) =>
  new URLSearchParams({ ...(eventName && { eventName }), ...(customer && { customer }), ...times });

/** The rows of one page and of those that are read to count matches and to compare filters. */
const MOST = 4 * MAX_COMPARED;

describe("GET events: with any filters a page reads a bounded number of rows from indexes", () => {
  test.each(["a large store", "a small store"])(
    "in %s",
    async (which) => {
      const planner = planners[which === "a large store" ? 0 : 1] as Planner;
      for (const name of [undefined, ...NAMES]) {
        for (const customer of [undefined, ...CUSTOMERS]) {
          for (const times of TIMES) {
            const query = `${queryOf(name, customer, times)}`;
            const { walked, most } = await planner.plansOf({ path: `${EVENTS}?${query}` });
            expect({ query, walked, isBounded: most <= MOST }).toEqual({
              query,
              walked: [],
              isBounded: true,
            });
          }
        }
      }
    },
    120_000,
  );
});

describe("GET events: with one filter or none a page reads only its own rows, in order, from one index", () => {
  test.each<[string, string | undefined, string | undefined]>([
    ["events_time", undefined, undefined],
    ["events_name", "common", undefined],
    ["events_name", "rare", undefined],
    ["events_customer", undefined, "shop"],
    ["events_customer", undefined, "seldom"],
    ["events_customer", undefined, "guest"],
  ])("%s: eventName=%s, customer=%s", async (index, name, customer) => {
    for (const times of TIMES) {
      const planner = planners[0] as Planner;
      const { indexes, most, sorted } = await planner.plansOf({
        path: `${EVENTS}?${queryOf(name, customer, times)}`,
      });
      expect([times, [...indexes].includes(index), most <= 2 * PAGE, sorted]).toEqual([
        times,
        true,
        true,
        false,
      ]);
    }
  });
});

test("of eventName and customer the one with fewer events is read", async () => {
  const planner = planners[0] as Planner;
  for (const [name, customer] of [
    ["rare", "shop"],
    ["common", "seldom"],
  ] as const) {
    const { most } = await planner.plansOf({ path: `${EVENTS}?${queryOf(name, customer)}` });
    expect([name, customer, Math.min(most, 1_000)]).toEqual([name, customer, most]);
  }
});

test("a page of two filters with few common matches ends early, and all pages together have every match", async () => {
  const common = await everyPage<{ eventName: string }>(
    large,
    `${EVENTS}?${queryOf("common", "shop")}`,
    "events",
  );
  expect(common).toHaveLength(COUNT / 4 - COUNT / 1000 - 2);
  expect(new Set(common.map(({ eventName }) => eventName))).toEqual(new Set(["common"]));
}, 60_000);

test.each([
  {},
  { until: "2030-01-01T00:00:00Z" },
  { since: "2020-01-01T00:00:00Z", until: "2030-01-01T00:00:00Z" },
])("a distant page of %p costs as much as the first", async (times) => {
  const path = `${EVENTS}?${queryOf(undefined, undefined, times)}`;
  let cursor: string | null = null;
  for (let page = 0; page < 20; page++) {
    cursor = (await pageAfter(large, path, "events", { size: 500, cursor })).next;
  }
  const [planner] = planners;
  const first = await planner?.plansOf({ path });
  const distant = await planner?.plansOf({ path, headers: { "X-Page-Continue": cursor ?? "" } });
  expect(distant?.answer).not.toEqual(first?.answer);
  expect(distant?.pages).toBeLessThan((first?.pages ?? 0) + 30);
});
