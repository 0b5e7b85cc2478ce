import { expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { createLoadMeter } from "../../../src/core/turns/load-meter.ts";
import { createStoreLoop } from "../../../src/core/turns/store-loop.ts";
import { recordSlice } from "../../../src/features/events/record-batches.ts";
import { recordJob } from "../../../src/features/events/record-job.ts";
import { count, event, postBulk, storedEvents, taken } from "../../support/events.ts";
import { type ServiceProcess, startProcess } from "../../support/process.ts";
import type { TestStore } from "../../support/service.ts";
import { environmentOf, useService } from "../../support/use-service.ts";

const BUSY_STORES = 3;
const REQUESTS = 200;

const service = useService({ eventRateLimit: 0 });

test("600 bulk requests of other stores don't delay a store's single event until they are all recorded", async () => {
  const quiet = await service.newStore();
  const beside = () => service.newStore({ beside: quiet });
  const busy = await Promise.all(Array.from({ length: BUSY_STORES }, beside));
  for (const store of busy) {
    const requests = Array.from({ length: REQUESTS }, () => postBulk(store, [event()]));
    expect(await Promise.all(requests)).toEqual(Array(REQUESTS).fill(taken));
  }
  await postBulk(quiet, [event()]);
  // The order of the queue is unspecified; here the quiet store's job is last.
  await recordJob.handle(
    quiet.ctx,
    [...busy, quiet].map(({ id }) => ({ storeId: id })),
  );
  await recordJob.waitUntilIdle?.(quiet.ctx);
  const counts = await Promise.all([...busy, quiet].map((store) => count(store, "events")));
  expect(counts).toEqual([REQUESTS, REQUESTS, REQUESTS, 1]);
  // One batch per store is 30 events; without fairness it would be at least 200 of one store.
  expect(await recordedBefore(quiet)).toBeLessThan(REQUESTS);
});

/** Returns how many events of other stores were recorded before the first one of this store. */
async function recordedBefore(store: TestStore): Promise<number> {
  const { rows } = await store.ctx.db.execute<{ count: number }>(sql`
    select count(*)::int as count from events
    where ctid < (select min(ctid) from events where store_id = ${store.id})`);
  return rows[0]?.count ?? 0;
}

test("a backlog is worked off without a pause when the database believes that there are few batches", async () => {
  const store = await service.newStore();
  const postBatches = () => Promise.all(Array.from({ length: REQUESTS }, () => postBulk(store, [event()])));
  await postBatches();
  // As autovacuum leaves the table when it comes near the end of a backlog.
  await store.ctx.db.execute(sql`alter table event_batches set (autovacuum_enabled = false)`);
  await store.ctx.db.execute(
    sql`delete from event_batches where ctid <> (select max(ctid) from event_batches)`,
  );
  await store.ctx.db.execute(sql`vacuum (analyze) event_batches`);
  await postBatches();
  // In another order than that of their ids, as retries leave them.
  await store.ctx.db.execute(
    sql`update event_batches set due_at = due_at - make_interval(secs => abs(hashtext(id::text)) % 1000)`,
  );
  await recordJob.handle(store.ctx, [{ storeId: store.id }]);
  await recordJob.waitUntilIdle?.(store.ctx);
  expect(await count(store, "events")).toBe(1 + REQUESTS);
  await store.ctx.db.execute(sql`alter table event_batches reset (autovacuum_enabled)`);
});

test("two slices of a store at a time record each event once", async () => {
  const store = await service.newStore();
  const requests = Array.from({ length: REQUESTS }, () => postBulk(store, [event(), event()]));
  expect(await Promise.all(requests)).toEqual(Array(REQUESTS).fill(taken));
  const recorder = { running: 0, load: createLoadMeter() };
  let most = 0;
  const loop = createStoreLoop(store.ctx, {
    slice: async (storeId) => {
      const recorded = recordSlice(store.ctx, storeId, recorder);
      most = Math.max(most, recorder.running);
      return recorded;
    },
    stores: async () => [],
    failed: "can't record",
    mayDouble: () => true,
  });
  loop.wake([store.id]);
  await loop.idle();
  expect(most).toBe(2);
  expect(await count(store, "events")).toBe(2 * REQUESTS);
  expect(await count(store, "event_batches")).toBe(0);
});

test("a slice sees that other sessions are at work", async () => {
  const store = await service.newStore();
  await postBulk(store, [event()]);
  const seen: boolean[] = [];
  const load = { observe: (isBusy: boolean) => void seen.push(isBusy), isQuiet: () => true };
  // The query builder sends a statement when its result is asked for.
  const working = Promise.all([store.ctx.longDb.execute(sql`select pg_sleep(60)`)]).catch(() => undefined);
  const asleep = sql`from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`;
  while ((await store.ctx.db.execute(sql`select ${asleep}`)).rows.length === 0) await Bun.sleep(5);
  await recordSlice(store.ctx, store.id, { running: 0, load });
  expect(seen).toEqual([true]);
  await store.ctx.db.execute(sql`select pg_cancel_backend(pid) ${asleep}`);
  await working;
});

test("a batch that can't be recorded is postponed without delaying others, logged and retried", async () => {
  const store = await service.newStore();
  const other = await service.newStore({ beside: store });
  await store.ctx.db.execute(sql`
    create function refuse_poison() returns trigger language plpgsql as $$
    begin raise exception 'poison'; end $$`);
  await store.ctx.db.execute(sql`
    create trigger poison before insert on events for each row when (new.event_name = 'poison')
    execute function refuse_poison()`);
  const names = ["first", "poison", "second", "third"];
  for (const eventName of names) await postBulk(store, [event({ eventName })]);
  await postBulk(other, [event({ eventName: "theirs" })]);
  await service.drain();
  expect((await storedEvents(store)).map(({ name }) => name)).toEqual(["first", "second", "third"]);
  expect((await storedEvents(other)).map(({ name }) => name)).toEqual(["theirs"]);
  const left = sql`select failures > 0 and due_at > kept_at as "isPutOff" from event_batches where store_id = ${store.id}`;
  expect((await store.ctx.db.execute(left)).rows).toEqual([{ isPutOff: true }]);
  expect(service.log).toContainEqual(
    expect.objectContaining({ level: 50, storeId: store.id, msg: expect.stringContaining("retried") }),
  );

  await postBulk(store, [event({ eventName: "fourth" })]);
  await service.drain();
  expect((await storedEvents(store)).map(({ name }) => name)).toEqual([
    ...["first", "second", "third", "fourth"],
  ]);

  await store.ctx.db.execute(sql`drop trigger poison on events`);
  await store.ctx.db.execute(sql`update event_batches set due_at = now() where store_id = ${store.id}`);
  await postBulk(store, [event({ eventName: "fifth" })]);
  await service.drain();
  expect((await storedEvents(store)).map(({ name }) => name)).toContain("poison");
  expect(await count(store, "event_batches")).toBe(0);
});

test("a batch whose job was lost is found by running workers and at start", async () => {
  const lost = async () => {
    const store = await service.newStore();
    await postBulk(store, [event(), event()]);
    await store.ctx.db.execute(sql`delete from pgboss.job where name = 'events.record' and state < 'active'`);
    return store;
  };
  const before = await lost();
  let worker: ServiceProcess | undefined;
  try {
    worker = await startProcess({ ...environmentOf(service), ROLE: "worker" });
    await untilRecorded(before, 2);
    // Deletes the job directly: a running worker would take it first.
    const meanwhile = await service.newStore();
    await meanwhile.ctx.db.execute(sql`
      insert into event_batches (store_id, id, batched_events, customers)
      select ${meanwhile.id}, gen_random_uuid(),
        array[row(gen_random_uuid(), 'visited', now(), null, null, null, null, '', now())::batched_event], '{ann}'`);
    await untilRecorded(meanwhile, 1);
  } finally {
    worker?.signal("SIGTERM");
    await worker?.exited;
  }
});

async function untilRecorded(store: TestStore, events: number): Promise<void> {
  for (
    const end = performance.now() + 120_000;
    (await count(store, "events")) < events;
    await Bun.sleep(50)
  ) {
    if (performance.now() > end) throw new Error("the batch was not found");
  }
}
