import { expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import type { StoreQueue } from "../../src/monitor/jobs/schema.ts";
import { newPerson } from "../support/console.ts";
import { createPlanner } from "../support/plans.ts";
import { newReturn } from "../support/returns.ts";
import type { TestStore } from "../support/service.ts";
import { useService, useStore } from "../support/use-service.ts";
import { newWebhook, URL_OF_RECEIVER } from "../support/webhooks.ts";

const service = useService();
const store = useStore(service);

async function queuesOf(of: TestStore): Promise<Record<string, [number, number, boolean]>> {
  const response = await of.get("/stores/:store/jobs");
  expect(response.status).toBe(200);
  const { queues } = (await response.json()) as { queues: StoreQueue[] };
  return Object.fromEntries(
    queues.map(({ kind, waiting, failing, oldest }) => [kind, [waiting, failing, oldest !== null]]),
  );
}

const DONE: [number, number, boolean] = [0, 0, false];
const ALL_DONE = {
  ...{ events: DONE, deliveries: DONE, backfills: DONE },
  ...{ replays: DONE, exports: DONE, erasures: DONE },
};

test("work is counted by kind until it is done, and another store's is not", async () => {
  service.world.on(URL_OF_RECEIVER, () => new Response());
  const { id } = await newWebhook(store);
  await newReturn(store);
  await newReturn(store);
  await store.post("/stores/:store/events/bulk", { events: [{ eventName: "a", customer: { id: "ann" } }] });
  await store.post("/stores/:store/asn-exports", { format: "csv" });
  await store.post(`/webhooks/${id}/replay`, { start: "2026-01-01T00:00:00Z" });
  expect(await queuesOf(store)).toEqual({
    ...ALL_DONE,
    events: [1, 0, true],
    deliveries: [2, 0, true],
    replays: [1, 0, true],
    exports: [1, 0, true],
  });
  expect(await queuesOf(await service.newStore())).toEqual(ALL_DONE);
  const owner = await newPerson(service, store, "owner");
  const page = await (await owner.get(":store/jobs")).text();
  expect(page).toContain('hx-trigger="every 2s"');
  await service.drain({ sweeps: true });
  expect(await queuesOf(store)).toEqual(ALL_DONE);
  expect(await (await owner.get(":store/jobs")).text()).not.toContain("every 2s");
});

test("what has failed is counted, and the tables are not read as a whole", async () => {
  const failed = await service.newStore();
  await failed.post("/stores/:store/asn-exports", { format: "csv" });
  await service.ctx.db.execute(sql`update asn_exports set status = 'failed' where store_id = ${failed.id}`);
  expect((await queuesOf(failed)).exports).toEqual([1, 1, true]);
  const tables = ["event_batches", "webhook_events", "asn_exports", "erasures"];
  const planner = createPlanner(service, failed, tables, { isByKey: true });
  expect((await planner.plansOf({ path: "/stores/:store/jobs" })).walked).toEqual([]);
  await planner.stop();
});
