import { beforeAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import type { JobFailure, StoreQueue } from "../../../src/features/activity/jobs/schema.ts";
import { newPerson } from "../../support/console.ts";
import { createPlanner } from "../../support/plans.ts";
import { plantFault } from "../../support/planted-fault.ts";
import { newReturn } from "../../support/returns.ts";
import type { TestStore } from "../../support/service.ts";
import { useService, useStore } from "../../support/use-service.ts";
import { newWebhook, URL_OF_RECEIVER } from "../../support/webhooks.ts";

const service = useService();
const store = useStore(service);
let fault: Awaited<ReturnType<typeof plantFault>>;
beforeAll(async () => {
  fault = await plantFault(service, ["events", "asn_exports", "webhook_streams"]);
});

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
  ...{ replays: DONE, exports: DONE, imports: DONE, orderImports: DONE, erasures: DONE, merges: DONE },
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
  await failed.ctx.db.execute(sql`update asn_exports set status = 'failed' where store_id = ${failed.id}`);
  expect((await queuesOf(failed)).exports).toEqual([1, 1, true]);
  const tables = [
    "event_batches",
    "webhook_events",
    "asn_exports",
    "inventory_imports",
    "order_imports",
    "erasures",
    "customer_merges",
    "done_jobs",
  ];
  const planner = createPlanner(failed, tables, { isByKey: true });
  for (const path of ["/stores/:store/jobs", "/stores/:store/jobs/failures"]) {
    expect((await planner.plansOf({ path })).walked).toEqual([]);
  }
  await planner.stop();
});

test("what was done is counted by kind and minute, and shown as a rate of the last hour", async () => {
  const [busy, other] = [await service.newStore(), await service.newStore()];
  for (let i = 0; i < 3; i++) {
    await busy.post("/stores/:store/events/bulk", { events: [{ eventName: "a", customer: { id: "ann" } }] });
  }
  await busy.post("/stores/:store/asn-exports", { format: "csv" });
  await service.drain({ sweeps: true });
  await busy.ctx.doneJobs.flush();
  const counted = async () => {
    const { rows } = await busy.ctx.db.execute<{ kind: string; done: number }>(sql`
      select kind, sum(done)::int as done from done_jobs where store_id = ${busy.id} group by kind order by kind`);
    return rows;
  };
  expect(await counted()).toEqual([
    { kind: "events", done: 3 },
    { kind: "exports", done: 1 },
  ]);
  await busy.ctx.db.execute(sql`
    update done_jobs set done = done * 30, minute = minute - interval '10 minutes' where store_id = ${busy.id}`);
  const ratesOf = async (of: TestStore) => {
    const { queues } = (await (await of.get("/stores/:store/jobs")).json()) as { queues: StoreQueue[] };
    return Object.fromEntries(
      queues.flatMap(({ kind, perMinute }) => (perMinute ? [[kind, perMinute]] : [])),
    );
  };
  expect(await ratesOf(busy)).toEqual({ events: 1.5, exports: 0.5 });
  expect(await ratesOf(other)).toEqual({});
  await busy.ctx.db.execute(sql`
    update done_jobs set minute = minute - interval '2 hours' where store_id = ${busy.id}`);
  busy.ctx.doneJobs.add(busy.id, "imports");
  await busy.ctx.doneJobs.flush();
  expect(await counted()).toEqual([{ kind: "imports", done: 1 }]);
});

test("a replay that fails is counted as failing, listed, and tried again until it is done", async () => {
  const shop = await service.newStore();
  service.world.on(URL_OF_RECEIVER, () => new Response());
  const { id } = await newWebhook(shop);
  await newReturn(shop);
  await service.drain({ sweeps: true });
  await fault.begin("53100");
  await shop.post(`/webhooks/${id}/replay`, { start: "2026-01-01T00:00:00Z" });
  await service.drain();
  await fault.end();
  const failures = async () => (await shop.get("/stores/:store/jobs/failures")).json();
  expect(await failures()).toMatchObject({
    failures: [{ kind: "replays", id, reason: "Database error 53100: its disk is full.", isGivenUp: false }],
  });
  expect((await queuesOf(shop)).replays).toEqual([1, 1, true]);
  await shop.ctx.db.execute(sql`update pgboss.job set start_after = now() where state < 'active'`);
  await service.drain({ sweeps: true });
  expect([await queuesOf(shop), await failures()]).toEqual([ALL_DONE, { failures: [] }]);
});

const KEY_OF_PERSON = "ann@example.test";

test("a failure is listed with a reason that has no values, for its own store alone", async () => {
  const [store, other] = [await service.newStore(), await service.newStore()];
  await store.post("/stores/:store/events/bulk", {
    events: [{ eventName: "a", customer: { email: KEY_OF_PERSON } }],
  });
  const started = await store.post("/stores/:store/asn-exports", { format: "csv" });
  const { id } = (await started.json()) as { id: string };
  // The reason of the export is stored by an update too, so it stays unknown while every update fails.
  await store.ctx.db.execute(sql`drop trigger if exists fail_as_planted on asn_exports`);
  await store.ctx.db.execute(sql`
    update asn_exports set status = 'failed', export_error = 'Database error 57014: a statement took too long.'
    where id = ${id}`);
  await fault.begin("53100");
  await service.drain({ sweeps: true });
  await fault.end();
  const { failures } = (await (await store.get("/stores/:store/jobs/failures")).json()) as {
    failures: JobFailure[];
  };
  expect(failures.map(({ kind, reason, isGivenUp }) => [kind, reason, isGivenUp])).toEqual([
    ["events", "Database error 53100: its disk is full.", false],
    ["exports", "Database error 57014: a statement took too long.", true],
  ]);
  expect(JSON.stringify(failures)).not.toContain(KEY_OF_PERSON);
  expect(await (await other.get("/stores/:store/jobs/failures")).json()).toEqual({ failures: [] });

  const developer = await newPerson(service, store, "developer");
  const reader = await newPerson(service, store, "read_only");
  const page = await (await developer.get(":store/jobs")).text();
  expect(page).toContain("Database error 53100: its disk is full.");
  expect(page.match(/>Retry</g)).toHaveLength(1);
  expect(await (await reader.get(":store/jobs")).text()).not.toContain(">Retry<");
  const retry = { _act: "retry", kind: "exports", id };
  expect((await reader.post(":store/jobs", retry)).status).toBe(403);
  const foreign = await newPerson(service, other, "owner");
  expect((await foreign.post(":store/jobs", retry)).status).toBe(404);
  expect((await developer.post(":store/jobs", retry)).status).toBe(303);
  expect((await developer.post(":store/jobs", retry)).status).toBe(409);
  expect((await store.post(`/stores/:store/asn-exports/${id}/retry`, undefined)).status).toBe(409);
  await service.drain({ sweeps: true });
  const { exports } = (await (await store.get("/stores/:store/asn-exports")).json()) as {
    exports: { status: string }[];
  };
  expect(exports.map(({ status }) => status)).toEqual(["ready"]);
  expect(await (await developer.get(":store/jobs")).text()).not.toContain(">Retry<");
});

test("what several processes have done within a minute adds up", async () => {
  const { ctx, id } = await service.newStore();
  for (const done of [2, 3]) {
    ctx.doneJobs.add(id, "imports", done);
    await ctx.doneJobs.flush();
  }
  const { rows } = await ctx.db.execute(
    sql`select sum(done)::int as done from done_jobs where store_id = ${id}`,
  );
  expect(rows).toEqual([{ done: 5 }]);
});
