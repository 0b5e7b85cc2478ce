import { describe, expect, test } from "bun:test";
import { type SQL, sql } from "drizzle-orm";
import { PgBoss } from "pg-boss";
import { pino } from "pino";
import { start } from "../../../src/boot/start.ts";
import { inTransaction } from "../../../src/core/ctx.ts";
import { type RetentionRule, retentionJob } from "../../../src/core/jobs/retention.ts";
import { readConfig } from "../../../src/platform/config/config.ts";
import { JOBS, removeOldJob } from "../../../src/workers.ts";
import { cloneDatabase } from "../../support/database.ts";
import { indexReads } from "../../support/index-reads.ts";
import { inHeldTransaction } from "../../support/lock-waits.ts";
import { countKept, fillOld, OLD_KINDS, type OldKind } from "../../support/old-rows.ts";
import { leastOrder, postOrder } from "../../support/orders.ts";
import { answerOf, noContent } from "../../support/returns.ts";
import { startService, type TestService, type TestStore } from "../../support/service.ts";
import { useService } from "../../support/use-service.ts";

const DAY_S = 24 * 3600;
const MINUTE_S = 60;
/** An export's file is kept an hour longer, for downloads in progress. */
const GRACE_S = 3600;
const retention = {
  idempotencyKeys: 20 * DAY_S,
  events: 21 * DAY_S,
  eventRejections: 22 * DAY_S,
  storefrontEvents: 23 * DAY_S,
  asnExports: 24 * DAY_S,
  webhookDeliveries: 25 * DAY_S,
  changes: 26 * DAY_S,
  requests: 27 * DAY_S,
  levelHistory: 28 * DAY_S,
  inventoryImports: 29 * DAY_S,
  orderImports: 31 * DAY_S,
  mails: 30 * DAY_S,
};
const KINDS = Object.keys(OLD_KINDS) as OldKind[];
/** Kinds whose rows have parts. */
const FILES: OldKind[] = ["asnExports", "inventoryImports", "orderImports"];

async function removeOld(of: TestService): Promise<void> {
  for (const { jobs } of of.contexts) await jobs.send(removeOldJob, {});
  await of.drain();
}

describe.each(KINDS)("%s", (kind) => {
  // Each removal visits all stores: a kind of its own has few.
  const service = useService({ retention });
  const grace = kind === "asnExports" ? GRACE_S : 0;
  // More than one slice.
  const many = FILES.includes(kind) ? 70 : 2_500;

  test("of every store are removed when older than the setting, in any number, and not before", async () => {
    const [store, other] = [await service.newStore(), await service.newStore()];
    await fillOld(store, kind, {
      storeId: store.id,
      count: many,
      ageSeconds: retention[kind] + grace + 5,
    });
    await fillOld(store, kind, { storeId: store.id, count: 2, ageSeconds: retention[kind] - MINUTE_S });
    await fillOld(store, kind, { storeId: store.id, count: 1, ageSeconds: 0 });
    await fillOld(other, kind, { storeId: other.id, count: 1, ageSeconds: 1_000 * DAY_S });
    await fillOld(other, kind, { storeId: other.id, count: 1, ageSeconds: retention[kind] - MINUTE_S });
    await removeOld(service);
    expect(await countKept(store, kind)).toBe(3);
    expect(await countKept(other, kind)).toBe(1);
  });

  test("are aged by the database's clock, not by the process's", async () => {
    const store = await service.newStore();
    await fillOld(store, kind, { storeId: store.id, count: 1, ageSeconds: retention[kind] - MINUTE_S });
    service.setClock(new Date("2090-01-01"));
    await removeOld(service);
    service.setClock(undefined);
    expect(await countKept(store, kind)).toBe(1);
  });

  test("are never removed if the setting says so", async () => {
    const { databaseUrl } = service.ctx.config;
    const keeping = await startService({ databaseUrl, retention: { ...retention, [kind]: undefined } });
    const store = await service.newStore();
    await fillOld(store, kind, { storeId: store.id, count: 1, ageSeconds: 5_000 * DAY_S });
    await removeOld(keeping);
    await keeping.stop();
    expect(await countKept(store, kind)).toBe(1);
  });

  test("that are locked are skipped without waiting and left for the next run", async () => {
    const held = await service.newStore();
    const free = await service.newStore({ beside: held });
    const ageSeconds = retention[kind] + grace + MINUTE_S;
    for (const store of [held, free]) await fillOld(store, kind, { storeId: store.id, count: 5, ageSeconds });
    await inHeldTransaction(free.ctx.db, async (tx) => {
      await tx.execute(
        sql`select from ${sql.raw(OLD_KINDS[kind].table)} where store_id = ${held.id} limit 2 for update`,
      );
      await removeOld(service);
    });
    expect(await countKept(held, kind)).toBe(2);
    expect(await countKept(free, kind)).toBe(0);
    await removeOld(service);
    expect(await countKept(held, kind)).toBe(0);
  });

  test("that can't be removed are logged and skipped; those of other stores are removed", async () => {
    const before = await service.newStore();
    const broken = await service.newStore({ beside: before });
    const all = [before, broken, await service.newStore({ beside: before })];
    const ageSeconds = retention[kind] + grace + MINUTE_S;
    for (const store of all) await fillOld(store, kind, { storeId: store.id, count: many, ageSeconds });
    const stays = await breaking(OLD_KINDS[kind].table, broken);
    await removeOld(service);
    await stays.end();
    expect(await Promise.all(all.map((store) => countKept(store, kind)))).toEqual([0, many, 0]);
    expect(service.log.filter(({ storeId }) => storeId === broken.id)).toMatchObject([{ kind, level: 50 }]);
    await removeOld(service);
    expect(await countKept(broken, kind)).toBe(0);
  });

  test("are found by an index, at most 1,000 at a time", async () => {
    const store = await service.newStore();
    const other = await service.newStore({ beside: store });
    const small = FILES.includes(kind) ? 500 : 6_000;
    for (const full of [store, other]) {
      await fillOld(full, kind, { storeId: full.id, count: small, ageSeconds: retention[kind] - DAY_S });
    }
    await fillOld(store, kind, {
      storeId: store.id,
      count: many,
      ageSeconds: retention[kind] + grace + MINUTE_S,
    });
    await other.ctx.db.execute(sql`vacuum analyze ${sql.raw(OLD_KINDS[kind].table)}`);
    await seeRemovals({ kind, stores: [store] }, ({ plan, rowCount }) => {
      expect(plan).not.toContain(`Seq Scan on ${OLD_KINDS[kind].table}`);
      expect(plan).toContain("Index");
      expect(rowCount).toBeLessThanOrEqual(1_000);
    });
    expect(await countKept(store, kind)).toBe(small);
  });

  test("cost three times as much when they are three times as many, even while removed rows stay in the indexes", async () => {
    const slice = FILES.includes(kind) ? 20 : 1_000;
    const { table } = OLD_KINDS[kind];
    const readFor = async (slices: number) => {
      const store = await service.newStore();
      for (let i = 0; i < slices * 2; i++) {
        const ageSeconds = retention[kind] + grace + MINUTE_S + i;
        await fillOld(store, kind, { storeId: store.id, count: slice / 2, ageSeconds });
      }
      await store.ctx.db.execute(sql`analyze ${sql.raw(table)}`);
      const read = await indexReads(store.ctx, table, (ctx) =>
        removeOldJob.handle(ctx, [{ left: [{ storeId: store.id, kind }] }]),
      );
      expect(await countKept(store, kind)).toBe(0);
      return read;
    };
    const [few, many] = [await readFor(3), await readFor(9)];
    expect(many / few).toBeLessThan(4.5);
  });
});

const service = useService({ retention });

test("a store with many old rows doesn't delay other stores", async () => {
  const large = await service.newStore();
  const small = await service.newStore({ beside: large });
  const ageSeconds = retention.idempotencyKeys + MINUTE_S;
  await fillOld(large, "idempotencyKeys", { storeId: large.id, count: 5_000, ageSeconds });
  await fillOld(small, "idempotencyKeys", { storeId: small.id, count: 1_500, ageSeconds });
  const left: [number, number][] = [];
  await seeRemovals({ kind: "idempotencyKeys", stores: [large, small] }, async () => {
    const counts = [large, small].map((store) => countKept(store, "idempotencyKeys"));
    left.push((await Promise.all(counts)) as [number, number]);
  });
  expect(left).toEqual([
    [4_000, 1_500],
    [4_000, 500],
    [3_000, 500],
    [3_000, 0],
    [2_000, 0],
    [1_000, 0],
    [0, 0],
    [0, 0],
  ]);
});

test("each of many stores is processed, even if all before it fail", async () => {
  const settings = [...KINDS, "webhookDeliveries" as const].map((kind) => [kind, undefined] as const);
  const { idempotencyKeys } = retention;
  const forever = Object.fromEntries(settings) as Record<OldKind | "webhookDeliveries", undefined>;
  const own = await startService({ retention: { ...forever, idempotencyKeys } });
  await own.ctx.db.execute(sql`
    insert into stores select 'sto_' || lpad(number::text, 4, '0'), 'Shop', 'USD', 'open', now()
    from generate_series(1, 230) as number`);
  await own.ctx.db.execute(sql`
    insert into idempotency_keys (store_id, operation, key, fingerprint, answer, created_at)
    select store_id, 'orders', 'key', 'print', '{}', now() - interval '30 days' from stores`);
  await own.ctx.db.execute(
    sql.raw(`
    create function fail() returns trigger language plpgsql as $$ begin raise 'broken'; end $$;
    create trigger broken before delete on idempotency_keys for each row
      when (old.store_id <= 'sto_0200') execute function fail()`),
  );
  await removeOld(own);
  const { rows } = await own.ctx.db.execute(
    sql`select count(*)::int as kept, max(store_id) as last from idempotency_keys`,
  );
  await own.stop();
  expect(rows).toEqual([{ kept: 200, last: "sto_0200" }]);
});

test("a page of stores that fails queues the page behind it, and a retry does not queue it again", async () => {
  const broken: RetentionRule = {
    kind: "idempotencyKeys",
    remove: () => Promise.reject(new Error("broken")),
  };
  const job = retentionJob([broken]);
  const queued: unknown[] = [];
  // The clock of one transaction stands still, so the queue's slot is the same for all attempts.
  const undone = inTransaction(service.ctx, async (ctx) => {
    await ctx.db.execute(sql`
      insert into stores select 'sto_' || lpad(number::text, 4, '0'), 'Shop', 'USD', 'open', now()
      from generate_series(1, 230) as number`);
    for (let attempt = 1; attempt <= 2; attempt++) {
      await expect(job.handle(ctx, [{}])).rejects.toThrow("broken");
      const { rows } = await ctx.db.execute(sql`
        select data ->> 'after' = (select store_id from stores order by store_id offset 199 limit 1) as "isNext"
        from pgboss.job where name = ${job.name} and state = 'created'`);
      queued.push(rows);
    }
    throw new Error("undone");
  });
  await expect(undone).rejects.toThrow("undone");
  expect(queued).toEqual([[{ isNext: true }], [{ isNext: true }]]);
});

test("an order with an expired Idempotency-Key is a new request", async () => {
  const store = await service.newStore();
  const headers = { "Idempotency-Key": "first" };
  await postOrder(store, leastOrder("1001"), headers);
  expect((await postOrder(store, leastOrder("1002"), headers)).status).toBe(409);
  await store.ctx.db.execute(sql`
    update idempotency_keys set created_at = now() - interval '20 days 1 second' where store_id = ${store.id}`);
  await removeOld(service);
  expect((await postOrder(store, leastOrder("1002"), headers)).status).toBe(200);
});

test("requests with other keys and with the same key succeed while stored responses are being removed", async () => {
  const store = await service.newStore();
  const first = await postOrder(store, leastOrder("1001"), { "Idempotency-Key": "first" });
  await store.ctx.db.execute(sql`
    update idempotency_keys set created_at = now() - interval '21 days' where store_id = ${store.id}`);
  await inHeldTransaction(store.ctx.db, async (tx) => {
    const left = [{ storeId: store.id, kind: "idempotencyKeys" as const }];
    await removeOldJob.handle({ ...store.ctx, db: tx }, [{ left }]);
    const { rows } = await tx.execute(sql`select from idempotency_keys where store_id = ${store.id}`);
    expect(rows).toHaveLength(0);
    expect(await postOrder(store, leastOrder("1001"), { "Idempotency-Key": "first" })).toEqual(first);
    expect((await postOrder(store, leastOrder("1002"), { "Idempotency-Key": "second" })).status).toBe(200);
  });
});

test("a storefront event whose body was removed is still a duplicate", async () => {
  const store = await service.newStore();
  const event = { eventId: "e-1", eventName: "page_viewed", source: "storefront" };
  const post = () =>
    answerOf(store.post("/stores/:store/storefront/events", { ...event, timestamp: "2026-03-02T10:00:00Z" }));
  await post();
  await store.ctx.db.execute(
    sql`update storefront_events set received_at = now() - interval '24 days' where store_id = ${store.id}`,
  );
  await removeOld(service);
  expect(await post()).toEqual(noContent);
  const { rows } = await store.ctx.db.execute(
    sql`select event_id, body from storefront_events where store_id = ${store.id}`,
  );
  expect(rows).toEqual([{ event_id: "e-1", body: null }]);
});

test("a uniqueId outlives its event", async () => {
  const store = await service.newStore();
  const event = { eventName: "visited", customer: { id: "ann" }, uniqueId: "visit-1" };
  await store.post("/stores/:store/events", event);
  await store.ctx.db.execute(sql`
    update events set received_at = now() - interval '22 days', id = '00000000-0000-7000-8000-000000000000'
    where store_id = ${store.id}`);
  await removeOld(service);
  expect(await countKept(store, "events")).toBe(0);
  await store.post("/stores/:store/events", event);
  expect(await countKept(store, "events")).toBe(0);
});

test("the job runs once a day in worker processes, and schedules of earlier versions are removed", async () => {
  const database = await cloneDatabase();
  const boss = new PgBoss({ connectionString: database.url, max: 2, supervise: false, schedule: false });
  await boss.start();
  for (const earlier of ["events.purge-rejections", "asn.purge-exports"]) {
    await boss.createQueue(earlier);
    await boss.schedule(earlier, "17 3 * * *");
  }
  const scheduled = async () => (await boss.getSchedules()).map(({ name, cron }) => `${name} ${cron}`).sort();
  const config = readConfig({ DATABASE_URL: database.url, ENCRYPTION_KEY: "a key for tests only" });
  const seen: string[][] = [];
  for (const role of ["api", "worker"] as const) {
    const runtime = { listen: () => 0, freeMemory: () => {} };
    const { stop } = await start({ ...config, role }, pino({ level: "silent" }), runtime);
    seen.push(await scheduled());
    await stop();
  }
  const daily = JOBS.filter(({ cron }) => cron).map(({ name, cron }) => `${name} ${cron}`);
  expect(seen).toEqual([
    ["asn.purge-exports 17 3 * * *", "events.purge-rejections 17 3 * * *"],
    daily.sort(),
  ]);
  expect(daily).toContain("retention.remove 17 3 * * *");
  await boss.stop({ graceful: false });
  await database.drop();
});

/** Makes every removal of a store's rows fail until `end` is called. */
async function breaking(table: string, { ctx: { db }, id }: TestStore): Promise<{ end(): Promise<void> }> {
  await db.execute(
    sql.raw(`
    create or replace function fail() returns trigger language plpgsql as $$ begin raise 'broken'; end $$;
    create trigger broken before delete or update on ${table} for each row
      when (old.store_id = '${id}') execute function fail()`),
  );
  return {
    end: async () => {
      await db.execute(sql.raw(`drop trigger broken on ${table}`));
    },
  };
}

type Removal = { rowCount: number; plan: string };

/** Runs the job for one kind of rows in some stores of one database; calls `see` for each removing statement. */
async function seeRemovals(
  { kind, stores }: { kind: OldKind; stores: [TestStore, ...TestStore[]] },
  see: (removal: Removal) => void | Promise<void>,
): Promise<void> {
  const [{ ctx }] = stores;
  const execute = async (statement: SQL) => {
    const { rows } = await ctx.db.execute<{ "QUERY PLAN": string }>(sql`explain ${statement}`);
    const result = await ctx.db.execute(statement);
    const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
    // How many rows were removed is recorded after the last of them.
    if (!plan.startsWith("Insert on retention_runs")) await see({ rowCount: result.rowCount ?? 0, plan });
    return result;
  };
  const db = new Proxy(ctx.db, {
    get: (target, name) => (name === "execute" ? execute : Reflect.get(target, name)),
  });
  const left = stores.map(({ id }) => ({ storeId: id, kind }));
  await removeOldJob.handle({ ...ctx, db }, [{ left }]);
}
