import { expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { fillLists } from "../../support/fill-lists.ts";
import { BY_INDEX, createPlanner } from "../../support/plans.ts";
import { newReturn } from "../../support/returns.ts";
import { useService, useStore } from "../../support/use-service.ts";
import { unitIdsIn } from "../../support/warehouse.ts";

const COUNT = 2_000;

const service = useService();
const store = useStore(service);

test("grading finds line items among many by index, of its own store alone", async () => {
  const { longDb } = store.ctx;
  await fillLists(longDb, [store.id, (await service.newStore()).id], { count: COUNT, people: 10 });
  const { id } = await newReturn(store, {}, { orderId: "another" });
  await longDb.execute(sql`vacuum analyze returns, return_items`);
  const [unit] = await unitIdsIn(store, id);
  const planner = createPlanner(store, ["returns", "return_items"], { isByKey: true });
  service.beforeStop(() => planner.stop());
  const body = { items: [{ line_item_id: unit, description: "Worn" }] };
  const { most, ...plans } = await planner.plansOf({
    method: "POST",
    path: "/api/v1/dispositioning/grade",
    body,
  });
  expect(plans).toMatchObject(BY_INDEX);
  expect(plans.indexes).toContain("return_items_first_unit");
  expect(most).toBeLessThan(10);
});
