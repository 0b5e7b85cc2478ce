import { beforeAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import pg from "pg";
import { newReturn } from "../../support/returns.ts";
import type { TestStore } from "../../support/service.ts";
import { useProcess, useService } from "../../support/use-service.ts";
import { warehouse } from "../../support/warehouse.ts";
import { newWebhook, URL_OF_RECEIVER } from "../../support/webhooks.ts";

const EXPORTS = "/reporting/asn/exports";

const service = useService({ hasIdleQueues: true });
/** A session without the service's limits, which holds its locks until the end. */
let other: pg.Client;
const shops: Shop[] = [];
beforeAll(async () => {
  // The stores are created before the worker starts, because their events must not be delivered.
  for (let n = 0; n < 8; n++) shops.push(await shop(shops[0]?.store));
  other = new pg.Client({ connectionString: shops[0]?.store.ctx.config.databaseUrl });
  await other.connect();
});
useProcess(service, { ROLE: "worker", LOG_LEVEL: "silent" });
service.beforeStop(() => other.end());

test("backfills and replays of other stores continue while a store's rows are locked", async () => {
  const [free, ...locked] = shops.splice(0, 4) as [Shop, ...Shop[]];
  const ids = locked.map(({ store }) => store.id);
  await other.query("begin");
  await other.query("select from returns where store_id = any($1) for update", [ids]);
  await other.query("select from webhook_streams where store_id = any($1) for update", [ids]);
  for (const { store, webhookId } of [...locked, ...locked, free]) {
    await newWebhook(store, { backfill: true });
    const start = "2020-01-01T00:00:00Z";
    expect((await store.post(`/webhooks/${webhookId}/replay`, { start })).status).toBe(202);
  }
  await until(async () => (await events(free.store)) === 3);
  expect(await Promise.all(locked.map(({ store }) => events(store)))).toEqual([1, 1, 1]);
  await other.query("rollback");
  // Two backfilled webhooks and a replay; the other replay finds only pending events.
  for (const { store } of locked) await until(async () => (await events(store)) === 4);
});

test("a store with many exports does not delay another store's", async () => {
  const [large, small] = shops.splice(0, 2) as [Shop, Shop];
  // No export is written until all are requested.
  await other.query("begin; lock table asn_export_parts in exclusive mode");
  for (let n = 0; n < 40; n++) await orderExport(large);
  const id = await orderExport(small);
  await other.query("commit");
  await until(() => isReady(small, id));
  const { rows } = await large.store.ctx.db.execute<{ ready: number }>(sql`
    select count(*)::int as ready from asn_exports where store_id = ${large.store.id} and status = 'ready'`);
  expect(rows[0]?.ready).toBeLessThan(35);
});

test("exports of one store that wait for a lock leave a worker for other stores", async () => {
  const [stuck, free] = shops.splice(0, 2) as [Shop, Shop];
  await other.query("select pg_advisory_lock(1)");
  await other.query(`
    create function wait_for_lock() returns trigger language plpgsql as
      $$ begin perform pg_advisory_xact_lock(1); return new; end $$;
    create trigger held before update on asn_exports for each row
      when (old.store_id = '${stuck.store.id}') execute function wait_for_lock()`);
  const waiting = [await orderExport(stuck), await orderExport(stuck)];
  const started: number[] = [];
  // After each export a worker fetches its next job.
  for (let n = 0; n < 4; n++) {
    const id = await orderExport(free);
    await until(async () => {
      started.push(await exportsStarted(stuck));
      return started.some((count) => count > 1) || (await isReady(free, id));
    });
  }
  expect(Math.max(...started)).toBe(1);
  await other.query("select pg_advisory_unlock(1)");
  for (const id of waiting) await until(() => isReady(stuck, id));
});

type Shop = { store: TestStore; webhookId: string };

/** Creates a store with a return whose event its webhook has received, in the database of `first`. */
async function shop(first?: TestStore): Promise<Shop> {
  const store = await service.newStore(first && { beside: first });
  const { id } = await newWebhook(store, { callback: { url: URL_OF_RECEIVER } });
  await newReturn(store);
  await store.ctx.db.execute(sql`
    update webhook_events set state = 'discarded', finished_at = now() where store_id = ${store.id}`);
  await store.ctx.db.execute(sql`
    update webhook_streams set pending = 0, due_at = null where store_id = ${store.id}`);
  return { store, webhookId: id };
}

async function orderExport({ store }: Shop): Promise<string> {
  const { body } = await warehouse(service, store, `POST ${EXPORTS}`, { body: { format: "csv" } });
  return (body as { id: string }).id;
}

async function isReady({ store }: Shop, id: string): Promise<boolean> {
  const { body } = await warehouse(service, store, `GET ${EXPORTS}/${id}`);
  return (body as { status: string }).status === "ready";
}

/** Returns how many exports of a store are running. */
async function exportsStarted({ store }: Shop): Promise<number> {
  const { rows } = await store.ctx.db.execute<{ started: number }>(sql`
    select count(*)::int as started from pgboss.job
    where name = 'asn.export' and state = 'active' and group_id = ${store.id}`);
  return rows[0]?.started ?? 0;
}

async function events({ ctx, id }: TestStore): Promise<number> {
  const { rows } = await ctx.db.execute<{ count: number }>(
    sql`select count(*)::int as count from webhook_events where store_id = ${id}`,
  );
  return rows[0]?.count ?? 0;
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await Bun.sleep(20);
}
