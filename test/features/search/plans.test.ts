import { beforeAll, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { fillLists } from "../../support/fill-lists.ts";
import { createPlanner, type Planner } from "../../support/plans.ts";
import { useService, useStore } from "../../support/use-service.ts";

const COUNT = 30_000;
const SMALL_STORES = 20;
const TABLES = ["returns", "orders", "search_keys", "customers"];
/** More than a request reads at any size of the store: 20 entries of a few of its indexes, and their rows. */
const MAX_PAGES = 500;
const MAX_ROWS = 40;

const service = useService();
const large = useStore(service);
const small = useStore(service);
let planners: Record<string, Planner>;
beforeAll(async () => {
  const { longDb } = service.ctx;
  await fillLists(longDb, [large.id], { count: COUNT, people: 3_000 });
  const neighbours = await Promise.all(Array.from({ length: SMALL_STORES - 1 }, () => service.newStore()));
  const stores = [small.id, ...neighbours.map(({ id }) => id)];
  await fillLists(longDb, stores, { count: COUNT / SMALL_STORES, people: 100 });
  planners = {
    "a large store": createPlanner(large, TABLES, { isByKey: true }),
    "a small store": createPlanner(small, TABLES, { isByKey: true }),
  };
}, 120_000);
service.beforeStop(async () => {
  for (const planner of Object.values(planners)) await planner.stop();
});

const TEXTS = [
  ...[
    "1",
    "12",
    "o",
    "order-",
    "ORDER-777",
    "order-777",
    "#order-1",
    "ord_777",
    "p",
    "person-0@example.test",
  ],
  ...[
    "first",
    "+1 2015 000077",
    "Last12 first",
    "ret_",
    "ret_777",
    "1z",
    "1z000000770",
    "s",
    "sku-",
    "common",
    "rare",
    "a",
    "%",
  ],
];

describe.each(["without statistics", "with statistics"])("%s", (which) => {
  beforeAll(async () => {
    if (which === "without statistics") return;
    for (const table of TABLES) await service.ctx.longDb.execute(sql.raw(`vacuum analyze ${table}`));
  });

  test.each(["a large store", "a small store"])(
    "any text reads a bounded part of the indexes in their order: %s",
    async (store) => {
      for (const q of TEXTS) {
        const path = `/stores/:store/search?${new URLSearchParams({ q })}`;
        const { walked, sorted, most, pages } = await (planners[store] as Planner).plansOf({ path });
        expect([q, walked, sorted, Math.min(most, MAX_ROWS), Math.min(pages, MAX_PAGES)]).toEqual([
          ...[q, [], false, most, pages],
        ]);
      }
    },
  );
});
