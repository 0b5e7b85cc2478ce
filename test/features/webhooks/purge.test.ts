import { beforeAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { inTransaction } from "../../../src/core/ctx.ts";
import { purgeWebhookJob } from "../../../src/features/webhooks/purge-webhook-job.ts";
import { replayJob } from "../../../src/features/webhooks/replay-job.ts";
import { removeOldJob } from "../../../src/workers.ts";
import { moveTo, newReturn } from "../../support/returns.ts";
import type { TestStore } from "../../support/service.ts";
import { useService } from "../../support/use-service.ts";
import { deliveriesOf, newWebhook } from "../../support/webhooks.ts";

const URL_OF_RECEIVER = "https://hooks.example.com/forget";
/** Part of every e-mail address in these tests. */
const EMAIL = "@example.test";

const service = useService({ webhookRetrySchedule: [0] });
beforeAll(async () => {
  // The receivers echo the payload, so responses are stored with the attempts.
  service.world.on(URL_OF_RECEIVER, ({ body }) => new Response(body));
});

const subscribe = (store: TestStore) => newWebhook(store, { callback: { url: URL_OF_RECEIVER } });

test("deleting a store's last webhook leaves no rows and no e-mail address of a customer", async () => {
  const store = await service.newStore();
  const { id } = await subscribe(store);
  const opened = await newReturn(store);
  await service.drain();
  await moveTo(store, opened.id, "in_transit");
  expect(await tablesWith(store, EMAIL)).toEqual(["webhook_attempts", "webhook_payloads"]);

  await store.delete(`/webhooks/${id}`);
  await purge(store, id);
  expect(await tablesWith(store, EMAIL)).toEqual([]);
  expect(await counts(store)).toEqual({ events: 0, attempts: 0, payloads: 0, webhooks: 0 });
});

test("payloads that another webhook uses stay until that one is deleted too", async () => {
  const store = await service.newStore();
  const [one, two] = [await subscribe(store), await subscribe(store)];
  const opened = await newReturn(store);
  await service.drain();
  await store.delete(`/webhooks/${two.id}`);
  await moveTo(store, opened.id, "in_transit");
  await purge(store, two.id);
  expect(await counts(store)).toEqual({ events: 2, attempts: 1, payloads: 2, webhooks: 1 });
  await service.drain();
  expect((await deliveriesOf(store, one.id)).map(({ status }) => status)).toEqual(["delivered", "delivered"]);

  await store.delete(`/webhooks/${one.id}`);
  await purge(store, one.id);
  expect(await tablesWith(store, EMAIL)).toEqual([]);
});

test("two webhooks that are deleted together leave no shared payloads", async () => {
  const store = await service.newStore();
  const [one, two] = [await subscribe(store), await subscribe(store)];
  await newReturn(store);
  for (const { id } of [one, two]) await store.delete(`/webhooks/${id}`);
  await purge(store, one.id);
  expect((await counts(store)).payloads).toBe(0);
  await purge(store, two.id);
  expect(await counts(store)).toEqual({ events: 0, attempts: 0, payloads: 0, webhooks: 0 });
});

test("more events than fit in a slice are all removed with their payloads", async () => {
  const store = await service.newStore();
  const { id } = await subscribe(store);
  await newReturn(store);
  await multiply(store, 4_500);
  expect(await counts(store)).toMatchObject({ events: 4_501, payloads: 4_501 });
  await store.delete(`/webhooks/${id}`);
  await purge(store, id);
  expect(await counts(store)).toEqual({ events: 0, attempts: 0, payloads: 0, webhooks: 0 });
});

test("the rows of a deleted webhook whose job was lost are removed within a day", async () => {
  const store = await service.newStore();
  const { id } = await subscribe(store);
  await newReturn(store);
  await store.delete(`/webhooks/${id}`);
  await removeOld(store);
  await service.drain();
  expect((await counts(store)).events).toBe(1);
  const yesterday = sql`deleted_at = deleted_at - interval '25 hours'`;
  await store.ctx.db.execute(sql`update webhooks set ${yesterday} where store_id = ${store.id}`);
  await removeOld(store);
  await service.drain();
  expect(await counts(store)).toEqual({ events: 0, attempts: 0, payloads: 0, webhooks: 0 });
});

test("all payloads of a store without webhooks are removed, even new ones", async () => {
  const store = await service.newStore();
  const { id } = await subscribe(store);
  await newReturn(store);
  await multiply(store, 2_500);
  for (const table of ["webhook_events", "webhook_streams", "webhooks"]) {
    await store.ctx.db.execute(sql`delete from ${sql.raw(table)} where store_id = ${store.id}`);
  }
  expect(id).toBeString();
  await removeOld(store);
  expect((await counts(store)).payloads).toBe(0);
});

test("a replay that uses a payload while it is removed either delivers it or finds it gone, without blocking", async () => {
  const store = await service.newStore();
  const { id } = await subscribe(store);
  await newReturn(store);
  await service.drain();
  await age(store);
  const replay = {
    ...{ storeId: store.id, webhookId: id, replayId: "rpl_1", requestId: "r" },
    start: "2020-01-01T00:00:00Z",
  };
  const { removing } = await inTransaction(store.ctx, async (tx) => {
    await replayJob.handle(tx, [replay]);
    let isOver = false;
    const left = [{ storeId: store.id, kind: "webhookDeliveries" as const }];
    const removing = removeOldJob.handle(store.ctx, [{ left }]).finally(() => {
      isOver = true;
    });
    while (!isOver && !(await isWaiting(store))) await Bun.sleep(5);
    return { removing };
  });
  await removing;
  await service.drain();
  expect((await deliveriesOf(store, id)).map(({ sequence, status }) => [sequence, status])).toEqual([
    [2, "delivered"],
  ]);
});

/** Returns whether a statement waits for a lock. */
async function isWaiting({ ctx }: TestStore): Promise<boolean> {
  const { rows } = await ctx.db.execute(sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
  return rows.length > 0;
}

function removeOld({ ctx }: TestStore): Promise<void> {
  return removeOldJob.handle(ctx, [{}]);
}

function purge(store: TestStore, webhookId: string): Promise<void> {
  return purgeWebhookJob.handle(store.ctx, [{ storeId: store.id, webhookId }]);
}

/** Makes a store's events a month older; ids begin with their creation time. */
async function age({ ctx: { db }, id: storeId }: TestStore): Promise<void> {
  const month = sql`interval '31 days'`;
  await db.execute(sql`
    update webhook_events set id = overlay(id placing '00' from 5), payload_id = overlay(payload_id placing '00' from 5),
      finished_at = finished_at - ${month} where store_id = ${storeId}`);
  await db.execute(sql`
    update webhook_payloads set id = overlay(id placing '00' from 5), created_at = created_at - ${month}
    where store_id = ${storeId}`);
}

/** Copies a store's only event, each with a payload of its own. */
async function multiply(store: TestStore, count: number): Promise<void> {
  const numbers = sql`generate_series(2, ${count + 1}) as n`;
  await store.ctx.db.execute(sql`
    insert into webhook_payloads (store_id, id, return_id, body, created_at)
    select store_id, id || n, return_id, body, created_at from webhook_payloads, ${numbers} where store_id = ${store.id}`);
  await store.ctx.db.execute(sql`
    insert into webhook_events (store_id, webhook_id, return_id, seq, id, type, at, payload_id, request_id, state, created_at)
    select store_id, webhook_id, return_id, n, id || n, type, at, payload_id || n, request_id, state, created_at
    from webhook_events, ${numbers} where store_id = ${store.id}`);
}

/** Returns the webhook tables in which a row of the store contains this string. */
async function tablesWith(store: TestStore, text: string): Promise<string[]> {
  const tables = ["webhook_attempts", "webhook_events", "webhook_payloads", "webhook_streams", "webhooks"];
  const found = await Promise.all(
    tables.map(async (table) => {
      const { rows } = await store.ctx.db.execute(sql`
        select 1 from ${sql.raw(table)} as kept
        where store_id = ${store.id} and kept::text like ${`%${text}%`} limit 1`);
      return rows.length > 0 ? [table] : [];
    }),
  );
  return found.flat();
}

async function counts(store: TestStore): Promise<Record<string, number>> {
  const { rows } = await store.ctx.db.execute<Record<string, number>>(sql`
    select (select count(*)::int from webhook_events where store_id = ${store.id}) as events,
      (select count(*)::int from webhook_attempts where store_id = ${store.id}) as attempts,
      (select count(*)::int from webhook_payloads where store_id = ${store.id}) as payloads,
      (select count(*)::int from webhooks where store_id = ${store.id}) as webhooks`);
  return rows[0] ?? {};
}
