import { beforeAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { fillLists } from "../support/fill-lists.ts";
import { BY_INDEX, createPlanner, type Planner } from "../support/plans.ts";
import { useService, useStore } from "../support/use-service.ts";

const COUNT = 5_000;
const LIMIT = 100;

const service = useService();
const store = useStore(service);
let planner: Planner;
/** Without statistics, as in the hours after the first start. */
beforeAll(async () => {
  const { longDb } = service.ctx;
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
  planner = createPlanner(service, store, tables, { isByKey: true });
}, 60_000);
service.beforeStop(() => planner.stop());

test("a page of the feed reads its changes and their objects by key, of all kinds with one statement", async () => {
  const read = await planner.plansOf({ path: `/stores/:store/changes?after=6000&limit=${LIMIT}` });
  const { changes } = read.answer as { changes: { data: unknown }[] };
  expect(changes.filter(({ data }) => data !== null)).toHaveLength(LIMIT);
  const { walked, sorted, most, statements } = read;
  expect({ walked, sorted }).toEqual(BY_INDEX);
  expect(most).toBeLessThanOrEqual(LIMIT);
  // The caller, the changes, and the objects of 100 changes at a time.
  expect(statements).toBe(2 + LIMIT / 100);
});
