import { beforeAll, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { MAX_COMPARED, MAX_COUNTED } from "../../../../src/core/lists/list.ts";
import { fillLists, fillStores } from "../../../support/fill-lists.ts";
import { createPlanner, type Planner } from "../../../support/plans.ts";
import { useService, useStore } from "../../../support/use-service.ts";

const COUNT = 30_000;
const SMALL_STORES = 1_000;
const SMALL_COUNT = COUNT / SMALL_STORES;
const TABLES = ["returns", "orders", "search_keys", "customers", "return_items"];

const service = useService();
const large = useStore(service);
const small = useStore(service, { beside: large });
let planners: Record<string, Planner>;
beforeAll(async () => {
  const { longDb } = small.ctx;
  await fillLists(longDb, [large.id], { count: COUNT, people: 3_000 });
  const neighbours = await fillStores(longDb, SMALL_STORES - 1);
  await fillLists(longDb, [small.id, ...neighbours], { count: SMALL_COUNT, people: 10 });
  // A shop that counts again from 1 has called a tenth of its orders so.
  await longDb.execute(sql`insert into search_keys (store_id, kind, key, at, id)
    select store_id, 'order.number', 'again', created_at, id from orders
    where store_id in (${large.id}, ${small.id}) and right(external_id, 1) = '7'`);
  planners = {
    "a large store": createPlanner(large, TABLES, { isByKey: true }),
    "one of a thousand small stores": createPlanner(small, TABLES, { isByKey: true }),
  };
}, 120_000);
service.beforeStop(async () => {
  for (const planner of Object.values(planners)) await planner.stop();
});

const RETURN_FILTERS = {
  status: ["status=open", "status=flagged", "status=in_review", "status=open&status=flagged"],
  order: ["order=order-777", "order=again", "order=order-1", "order=none"],
  email: ["email=person-0@example.test", "email=person-77@example.test"],
  tracking_number: ["tracking_number=1z000000770"],
  sku: ["sku=common", "sku=rare", "sku=sku-77"],
  reason: ["reason=r", "reason=none", "without_reason=true"],
  created: ["created_at_min=2026-01-01T00:10:00Z", "created_at_max=2026-01-01T00:20:00Z"],
  updated: [
    "updated_at_min=2026-01-01T00:10:00Z",
    "updated_at_max=2026-01-01T00:20:00Z&updated_at_min=2026-01-01T00:19:00Z",
  ],
};
const ORDER_FILTERS = {
  order: RETURN_FILTERS.order,
  email: RETURN_FILTERS.email,
  sku: RETURN_FILTERS.sku,
  created: RETURN_FILTERS.created,
};

/**
 * Returns every combination of up to three filters, and of all filters; each filter cycles through its
 * values.
 */
function combinations(filters: Record<string, string[]>): string[] {
  const names = Object.keys(filters);
  let turn = 0;
  const queries: string[] = [];
  for (let set = 0; set < 2 ** names.length; set++) {
    const chosen = names.filter((_, i) => set & (1 << i));
    if (chosen.length > 3 && chosen.length < names.length) continue;
    queries.push(chosen.map((name) => filters[name]?.[turn++ % (filters[name]?.length ?? 1)]).join("&"));
  }
  for (const values of Object.values(filters)) queries.push(...values);
  return [...new Set(queries)];
}

/** The most rows of one scan: those read to count matches, those compared, and those of a page. */
const MOST = { "a large store": 4 * MAX_COMPARED, "one of a thousand small stores": 4 * SMALL_COUNT };

describe.each(["without statistics", "with statistics"])("%s", (which) => {
  beforeAll(async () => {
    if (which === "without statistics") return;
    for (const table of TABLES) await small.ctx.longDb.execute(sql.raw(`vacuum analyze ${table}`));
  });

  describe.each(Object.keys(MOST) as (keyof typeof MOST)[])("%s", (store) => {
    test.each([
      ["returns", RETURN_FILTERS],
      ["orders", ORDER_FILTERS],
    ] as const)(
      "GET %s: with any filters a page reads a bounded number of rows from indexes",
      async (list, filters) => {
        for (const query of combinations(filters)) {
          const { walked, most } = await (planners[store] as Planner).plansOf({
            path: `/stores/:store/${list}?${query}`,
          });
          // Only the rows of a filter with few matches are sorted.
          expect({ query, walked, most: Math.min(most, MOST[store]) }).toEqual({ query, walked: [], most });
        }
      },
    );

    test.each(["created_at", "updated_at", "-updated_at"])("so it does by %s", async (sort) => {
      const others = Object.values({
        ...RETURN_FILTERS,
        customer: ["customer_id=person-77", "customer_id=none"],
      });
      const queries = others.flatMap(([first = "", last = first]) => [first, `${last}&status=open`]);
      for (const query of ["", ...queries]) {
        const path = `/stores/:store/returns?sort=${sort}&${query}`;
        const { walked, most } = await (planners[store] as Planner).plansOf({ path });
        expect({ path, walked, most: Math.min(most, MOST[store]) }).toEqual({ path, walked: [], most });
      }
    });

    test("their number is counted from indexes, up to a bound", async () => {
      for (const query of [
        "",
        "status=open",
        "sku=common",
        "status=open&sku=common",
        "reason=r&status=open",
      ]) {
        const path = `/stores/:store/returns?include=count&${query}`;
        const { walked, most } = await (planners[store] as Planner).plansOf({ path });
        expect({ path, walked, most: Math.min(most, 2 * 10_001) }).toEqual({ path, walked: [], most });
      }
    });

    test("one filter reads only the rows of the page", async () => {
      for (const [query, rows] of [
        ["", 21],
        ["status=open", 21],
        ["sku=common", 21],
        ["email=person-0@example.test", 21],
        ["tracking_number=1z000000010", 21],
        ["order=order-7", 21],
        ["created_at_max=2026-01-01T00:00:20Z", 21],
        // Those of each status.
        ["status=open&status=flagged", 2 * 21],
      ] as const) {
        const { most } = await (planners[store] as Planner).plansOf({
          path: `/stores/:store/returns?${query}`,
        });
        expect([query, Math.min(most, rows)]).toEqual([query, most]);
      }
    });
  });
});

test("with a range of each time, the rows of one are not searched for those of the other", async () => {
  const updated = "updated_at_min=2026-01-01T00:10:00Z";
  const planner = planners["a large store"] as Planner;
  for (const query of [
    `${updated}&created_at_max=2026-01-01T00:20:00Z`,
    `${updated}&created_at_max=2026-01-01T00:20:00Z&status=open`,
    `${updated}&created_at_max=2026-01-01T00:20:00Z&order=order-777`,
  ]) {
    const { pages } = await planner.plansOf({ path: `/stores/:store/returns?${query}` });
    // Those of the first rows of each filter; all of the range would be three times as many.
    expect([query, Math.min(pages, 1_000)]).toEqual([query, pages]);
  }
});

test("with several filters the one with the fewest matches is read", async () => {
  const fewest = { path: "/stores/:store/returns?status=open&sku=rare&email=person-0@example.test" };
  const { most } = await (planners["a large store"] as Planner).plansOf(fewest);
  expect(most).toBeLessThanOrEqual(MAX_COUNTED);
});

test("a page of two filters with few common matches ends early, and all pages together have every match", async () => {
  const query = "/stores/:store/returns?sku=common&email=person-1@example.test&status=open&status=complete";
  const rare = "/stores/:store/returns?status=delivered&sku=common";
  for (const path of [query, rare]) {
    const found: string[] = [];
    let next: string | null = null;
    let pages = 0;
    do {
      const headers: Record<string, string> = next === null ? {} : { "X-Page-Continue": next };
      const response: Response = await large.get(path, headers);
      const { returns } = (await response.json()) as { returns: { id: string }[] };
      found.push(...returns.map(({ id }) => id));
      next = response.headers.get("X-Page-Next");
      pages++;
    } while (next !== null && pages < 1_000);
    const { rows } = await small.ctx.db.execute<{ count: number }>(
      path === rare
        ? sql`select count(*)::int from generate_series(1, ${COUNT}::int) n where n % 10 = 2 and n % 2 = 0 and n % 5000 not in (7, 9)`
        : sql`select 0 as count`,
    );
    expect(new Set(found).size).toBe(found.length);
    expect([path, found.length]).toEqual([path, rows[0]?.count ?? -1]);
  }
}, 60_000);
