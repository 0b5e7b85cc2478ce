import { expect, test } from "bun:test";
import { type SQL, sql } from "drizzle-orm";
import { removeOldJob } from "../../../src/workers.ts";
import { moveTo, newReturn } from "../../support/returns.ts";
import type { TestStore } from "../../support/service.ts";
import { useService, useStore } from "../../support/use-service.ts";
import { deliveriesOf, newWebhook } from "../../support/webhooks.ts";

const URL_OF_RECEIVER = "https://hooks.example.com/forget";

const service = useService({ webhookRetrySchedule: [0] });
const store = useStore(service);

test("after 30 days delivered and discarded deliveries are removed, pending ones stay with their payloads", async () => {
  const { id: webhookId } = await newWebhook(store, { callback: { url: URL_OF_RECEIVER } });
  const { id: late } = await newWebhook(store, { callback: { url: `${URL_OF_RECEIVER}/late` } });
  let isUp = true;
  service.world.on(URL_OF_RECEIVER, () => new Response(null, { status: isUp ? 200 : 500 }));
  service.world.on(`${URL_OF_RECEIVER}/late`, () => new Response(null, { status: 200 }));
  const opened = await newReturn(store);
  await service.drain();
  isUp = false;
  await moveTo(store, opened.id, "in_transit");
  await service.drain();
  await moveTo(store, opened.id, "delivered");
  expect((await deliveriesOf(store, webhookId)).map(({ status }) => status)).toEqual([
    "pending",
    "discarded",
    "delivered",
  ]);

  await age(store, "29 days 23:59");
  service.setClock(new Date("2090-01-01"));
  await removeOld(store);
  service.setClock(undefined);
  expect(await counts(store)).toEqual({ events: 6, attempts: 4, payloads: 3 });

  await age(store, "00:02");
  await removeOld(store);
  expect((await deliveriesOf(store, webhookId)).map(({ sequence, status }) => [sequence, status])).toEqual([
    [3, "pending"],
  ]);
  expect(await deliveriesOf(store, late)).toHaveLength(1);
  expect(await counts(store)).toEqual({ events: 2, attempts: 0, payloads: 1 });

  isUp = true;
  await service.drain();
  await moveTo(store, opened.id, "complete");
  await service.drain();
  expect((await deliveriesOf(store, webhookId)).map(({ sequence, status }) => [sequence, status])).toEqual([
    [4, "delivered"],
    [3, "delivered"],
  ]);
});

test("a payload stays as long as a replay refers to it", async () => {
  const own = await service.newStore();
  const { id } = await newWebhook(own, { callback: { url: URL_OF_RECEIVER } });
  service.world.on(URL_OF_RECEIVER, () => new Response());
  await newReturn(own);
  await newReturn(own);
  await service.drain();
  await age(own, "31 days");
  expect((await own.post(`/webhooks/${id}/replay`, { start: "2020-01-01T00:00:00Z" })).status).toBe(202);
  await service.drain();
  await removeOld(own);
  expect(await counts(own)).toEqual({ events: 2, attempts: 2, payloads: 2 });
  await age(own, "31 days");
  await removeOld(own);
  expect(await counts(own)).toEqual({ events: 0, attempts: 0, payloads: 0 });
});

test("payloads of a store whose last webhook was deleted are removed too, in any number", async () => {
  const own = await service.newStore();
  await own.ctx.db.execute(sql`
    insert into webhook_payloads (store_id, id, return_id, body, created_at)
    select ${own.id}, 'whp_0' || lpad(number::text, 25, '0'), 'ret', '{}', now() - interval '30 days 1 second'
    from generate_series(1, 2500) as number`);
  await removeOld(own);
  expect(await counts(own)).toEqual({ events: 0, attempts: 0, payloads: 0 });
});

test("deliveries are removed by index, in any number", async () => {
  const own = await service.newStore();
  const { id } = await newWebhook(own, { callback: { url: URL_OF_RECEIVER } });
  await own.ctx.db.execute(sql`
    insert into webhook_streams (store_id, webhook_id, return_id, last_seq, pending) values (${own.id}, ${id}, 'ret', 6000, 0)`);
  await own.ctx.db.execute(sql`
    insert into webhook_events (store_id, webhook_id, return_id, seq, id, type, at, payload_id, request_id, state, created_at, finished_at)
    select ${own.id}, ${id}, 'ret', number, 'whe_z' || lpad(number::text, 25, '0'), 'updated', now(), 'whp_z' || lpad(number::text, 25, '0'),
      'req', 'delivered', now(), now() from generate_series(1, 6000) as number`);
  await own.ctx.db.execute(sql`
    insert into webhook_payloads (store_id, id, return_id, body, created_at)
    select ${own.id}, 'whp_z' || lpad(number::text, 25, '0'), 'ret', '{}', now() from generate_series(1, 6000) as number`);
  await own.ctx.db.execute(sql`vacuum analyze webhook_events, webhook_payloads, webhook_attempts`);
  const plans: string[] = [];
  const execute = async (statement: SQL) => {
    const { rows } = await own.ctx.db.execute<{ "QUERY PLAN": string }>(sql`explain ${statement}`);
    plans.push(...rows.map((row) => row["QUERY PLAN"]));
    return own.ctx.db.execute(statement);
  };
  const db = new Proxy(own.ctx.db, {
    get: (target, name) => (name === "execute" ? execute : Reflect.get(target, name)),
  });
  const left = [{ storeId: own.id, kind: "webhookDeliveries" as const }];
  await removeOldJob.handle({ ...own.ctx, db }, [{ left }]);
  expect(plans.length).toBeGreaterThan(10);
  expect(plans.filter((line) => /Seq Scan on webhook_(?:events|payloads)/.test(line))).toEqual([]);
});

/** Runs the retention job alone, so that pending events are not sent. */
function removeOld({ ctx }: TestStore): Promise<void> {
  return removeOldJob.handle(ctx, [{}]);
}

/** Makes a store's events older; ids begin with their creation time. */
async function age({ ctx: { db }, id: storeId }: TestStore, by: string): Promise<void> {
  await db.execute(sql`
    update webhook_events set id = overlay(id placing '00' from 5), payload_id = overlay(payload_id placing '00' from 5),
      finished_at = finished_at - ${by}::interval, created_at = created_at - ${by}::interval
    where store_id = ${storeId}`);
  await db.execute(sql`
    update webhook_payloads set id = overlay(id placing '00' from 5), created_at = created_at - ${by}::interval
    where store_id = ${storeId}`);
}

async function counts({ ctx, id }: TestStore): Promise<object> {
  const { rows } = await ctx.db.execute<Record<string, number>>(sql`
    select (select count(*)::int from webhook_events where store_id = ${id}) as events,
      (select count(*)::int from webhook_attempts where store_id = ${id}) as attempts,
      (select count(*)::int from webhook_payloads where store_id = ${id}) as payloads`);
  return rows[0] ?? {};
}
