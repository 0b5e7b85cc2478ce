import { beforeAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { loadInto } from "../../support/bulk-load.ts";
import { fillLists } from "../../support/fill-lists.ts";
import { BY_INDEX, createPlanner, type Planner, type Plans } from "../../support/plans.ts";
import { useService, useStore } from "../../support/use-service.ts";

const COUNT = 20_000;
const SMALL_STORES = 20;
const PEOPLE = 1_000;

const service = useService();
const large = useStore(service);
const small = useStore(service, { beside: large });
const planners: Planner[] = [];
beforeAll(async () => {
  const { longDb } = small.ctx;
  const neighbours = await Promise.all(
    Array.from({ length: SMALL_STORES - 1 }, () => service.newStore({ beside: small })),
  );
  const others = [small.id, ...neighbours.map(({ id }) => id)];
  await fillLists(large.ctx.longDb, [large.id], { count: COUNT, people: PEOPLE });
  await fillLists(longDb, others, { count: COUNT / SMALL_STORES, people: 100 });
  const events = sql`
    insert into events (store_id, id, event_name, customer_id, event_timestamp, search_terms, received_at)
    select store_id, gen_random_uuid(), 'visited', customer_id, created_at - n * interval '10 days', '', now()
    from orders, generate_series(1, 3) as n where customer_id is not null`;
  await loadInto(longDb, ["events"], async () => void (await longDb.execute(events)));
  for (const table of ["customers", "orders", "returns", "return_items", "events"]) {
    await longDb.execute(sql.raw(`vacuum analyze ${table}`));
  }
  const tables = ["returns", "orders", "events", "customers", "return_items"];
  for (const store of [large, small]) planners.push(createPlanner(store, tables, { isByKey: true }));
}, 120_000);
service.beforeStop(async () => {
  for (const planner of planners) await planner.stop();
});

const SIZE = 10;
/** Pages of the database that a page of a timeline reads for its entries and their objects. */
const MOST_PAGES = 1_000;

test.each(["a large store", "a small store"])(
  "in %s a page of a timeline reads at most a page of each type, from the indexes by customer",
  async (which) => {
    const { plansOf } = planners[which === "a large store" ? 0 : 1] as Planner;
    // The first customer has half of the orders and returns.
    for (const customer of ["person-0", "person-7"]) {
      let cursor: string | null = null;
      for (let page = 0; page < 4; page++) {
        const headers = { "X-Page-Size": `${SIZE}`, ...(cursor !== null && { "X-Page-Continue": cursor }) };
        const path = `/stores/:store/customers/${customer}/timeline`;
        const { walked, sorted, most, pages, indexes, next }: Plans = await plansOf({ path, headers });
        expect({ walked, sorted }).toEqual(BY_INDEX);
        expect(most).toBeLessThanOrEqual(2 * SIZE);
        expect([pages, Math.min(pages, MOST_PAGES)]).toEqual([pages, pages]);
        const byCustomer = ["events_customer", "orders_customer", "returns_customer"];
        expect([...indexes]).toEqual(expect.arrayContaining(byCustomer));
        cursor = next;
        if (cursor === null) break;
      }
    }
  },
  60_000,
);
