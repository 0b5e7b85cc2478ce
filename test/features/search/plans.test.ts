import { beforeAll, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { fillLists } from "../../support/fill-lists.ts";
import { createPlanner, type Planner } from "../../support/plans.ts";
import { useService, useStore } from "../../support/use-service.ts";

const COUNT = 30_000;
const SMALL_STORES = 20;
const TABLES = ["returns", "orders", "search_keys", "customers", "withdrawals"];
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
  for (const [store, count] of [[large.id, COUNT] as const, ...stores.map((id) => [id, 1_000] as const)])
    await fillWithdrawals(store, count);
  planners = {
    "a large store": createPlanner(large, TABLES, { isByKey: true }),
    "a small store": createPlanner(small, TABLES, { isByKey: true }),
  };
}, 120_000);
service.beforeStop(async () => {
  for (const planner of Object.values(planners)) await planner.stop();
});

/** Many share an order, a name and an address. */
async function fillWithdrawals(storeId: string, count: number): Promise<void> {
  await service.ctx.longDb.execute(sql`
    insert into withdrawals (store_id, id, number, receipt_token, statement, received_at, language, name, email, email_key,
      order_name, is_identified, is_late, by, request_id, created_at)
    select ${storeId}, 'wdr_' || n, n, 'r' || n, 's', '2026-03-04T09:30:00+00:00', 'en', 'First' || n % 7, 'x',
      'person-' || n % 7 || '@example.test', 'Order-' || n % 900, false, false, 'x', 'x', now() - n * interval '1 minute'
    from generate_series(1, ${count}::int) as n`);
}

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
