import { beforeAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { createApp } from "../../../src/app.ts";
import { createStoreLimiter } from "../../../src/core/turns/store-limiter.ts";
import { pageOf } from "../../support/changes.ts";
import { fillLists } from "../../support/fill-lists.ts";
import { BY_INDEX, createPlanner, type Planner } from "../../support/plans.ts";
import { useService, useStore } from "../../support/use-service.ts";

const COUNT = 5_000;
const LIMIT = 100;

const service = useService();
const store = useStore(service);
let planner: Planner;
/** Without statistics, as in the hours after the first start. */
beforeAll(async () => {
  const { longDb } = store.ctx;
  const neighbour = await service.newStore();
  for (const { id } of [store, neighbour]) {
    await fillLists(longDb, [id], { count: COUNT, people: COUNT });
    await longDb.execute(sql`
      insert into changes (store_id, sequence, type, object_id, at)
      select ${id}, 3 * n - 3 + place, type, object || n, now() from generate_series(1, ${COUNT - 1}::int) as n,
        (values (1, 'order.created', 'ord_'), (2, 'return.created', 'ret_'), (3, 'customer.created', 'person-'))
          as change (place, type, object)`);
    await longDb.execute(
      sql`insert into change_feeds (store_id, last) values (${id}, ${3 * (COUNT - 1)}::bigint)`,
    );
  }
  const tables = ["changes", "returns", "orders", "customers", "return_items", "search_keys"];
  planner = createPlanner(store, tables, { isByKey: true });
}, 60_000);
service.beforeStop(() => planner.stop());

test("a page of the feed reads its changes and their objects by key, of all kinds with one statement", async () => {
  const read = await planner.plansOf({ path: `/stores/:store/changes?after=6000&limit=${LIMIT}` });
  const { changes } = read.answer as { changes: { data: unknown }[] };
  expect(changes.filter(({ data }) => data !== null)).toHaveLength(LIMIT);
  const { walked, sorted, most, statements } = read;
  expect({ walked, sorted }).toEqual(BY_INDEX);
  expect(most).toBeLessThanOrEqual(LIMIT);
  // The caller, the changes, and the objects of 50 changes and of those after them.
  expect(statements).toBe(2 + 2);
});

test("a page has 500 changes unless the request says how many", async () => {
  const { changes, next } = await pageOf(store, "?after=6000");
  expect([changes.length, next]).toEqual([500, 6_500]);
  expect(await pageOf(store, "?after=6000&limit=500")).toEqual({ changes, next });
});

test("a page takes a place of its store for each statement, and at most two at a time", async () => {
  let [running, most, total] = [0, 0, 0];
  const limiter = createStoreLimiter(4);
  const within = <T>(storeId: string, work: () => Promise<T>) =>
    limiter.within(storeId, () => {
      total++;
      most = Math.max(most, ++running);
      return work().finally(() => running--);
    });
  const ctx = { ...store.ctx, connectionLimiter: { ...limiter, within } };
  const app = createApp(ctx, { ready: true, stopping: false });
  const response = await app.fetch(
    new Request(`http://localhost/v2.2/stores/${store.id}/changes?after=6000`, {
      headers: { Authorization: `Bearer ${store.secret}` },
    }),
  );
  expect(await response.json()).toEqual(await pageOf(store, "?after=6000"));
  // The changes, and the objects of 50 changes, then of 150 at a time.
  expect({ most, total }).toEqual({ most: 2, total: 1 + 4 });
});
