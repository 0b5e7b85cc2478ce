import { beforeAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import type { WebhookHealth, WebhookHistoryEntry } from "../../../src/features/webhooks/schema.ts";
import { DAY_MS, HOUR_MS } from "../../../src/lib/duration.ts";
import { removeOldJob } from "../../../src/workers.ts";
import { deliverDue, pass } from "../../support/delivery-time.ts";
import { inHeldTransaction } from "../../support/lock-waits.ts";
import { freshMetrics } from "../../support/metrics.ts";
import { anInstant, answerOf, moveTo, newReturn } from "../../support/returns.ts";
import type { TestStore } from "../../support/service.ts";
import { answers, type Subscriber, subscribe } from "../../support/subscriber.ts";
import { useService } from "../../support/use-service.ts";
import { deliveriesOf } from "../../support/webhooks.ts";

/** An event is discarded an hour after its first attempt. */
const service = useService({ webhookRetrySchedule: [0, HOUR_MS] });
const STATUSES = [
  "in_transit",
  "delivered",
  "in_review",
  "open",
  "delivered",
  "in_review",
  "open",
  "complete",
];

let store: TestStore;
let hook: Subscriber;
let returnId: string;
beforeAll(async () => {
  store = await service.newStore();
  hook = await subscribe(service, store);
  hook.plan(...Array.from({ length: 8 }, () => answers(500)));
  ({ id: returnId } = await newReturn(store));
});

test("a webhook that fails for less than three days stays enabled, and says since when it fails", async () => {
  expect(await read()).toMatchObject({ enabled: true, failingSince: null, disabledAt: null });
  for (const [day, status] of STATUSES.slice(0, 3).entries()) {
    await discardOne();
    if (day < 2) {
      await moveTo(store, returnId, status);
      await pass(service, DAY_MS);
    }
  }
  expect(await read()).toMatchObject({ enabled: true, failingSince: anInstant, disabledAt: null });
  expect(await history()).toEqual([]);
});

test("when the next event is discarded after three days it is disabled, with a log line, a metric and an entry", async () => {
  await pass(service, DAY_MS - 2 * HOUR_MS);
  await moveTo(store, returnId, "in_review");
  await discardOne();
  const { failingSince, enabled, disabledAt } = await read();
  expect([enabled, disabledAt, failingSince]).toEqual([false, anInstant, anInstant]);
  expect(await history()).toEqual([
    { type: "disabled", at: disabledAt ?? "", by: null, byId: null, requestId: null, failingSince },
  ]);
  expect(service.log.filter(({ msg }) => String(msg).startsWith("a webhook was disabled"))).toMatchObject([
    { level: 50, storeId: store.id, webhookId: hook.webhook.id, failingSince: expect.any(String) },
  ]);
  const metrics = await freshMetrics(() => service.fetch("/metrics"));
  expect(metrics).toContain("aftersale_webhooks_disabled_total 1");
  expect(metrics).toContain('aftersale_webhooks{state="disabled"} 1');
});

test("while it is disabled its events are recorded and not sent, and the other webhooks of the store get theirs", async () => {
  const other = await subscribe(service, store);
  const sent = hook.got().length;
  await moveTo(store, returnId, "open");
  await moveTo(store, returnId, "complete");
  await pass(service, DAY_MS);
  await deliverDue(service);
  expect(hook.got()).toHaveLength(sent);
  expect(other.order(returnId)).toEqual(["1", "2"]);
  expect(
    (await deliveriesOf(store, hook.webhook.id, "?status=pending")).map(({ sequence }) => sequence),
  ).toEqual([6, 5]);
});

test("another store can't enable it, nor a client that only reads", async () => {
  const foreign = await service.newStore();
  const path = `/webhooks/${hook.webhook.id}/enable`;
  expect((await foreign.post(path, undefined)).status).toBe(404);
  expect((await foreign.get(`/webhooks/${hook.webhook.id}/history`)).status).toBe(404);
  expect((await (await store.withScopes("webhooks_read")).post(path, undefined)).status).toBe(403);
  expect((await read()).enabled).toBe(false);
});

test("one call enables it: the events that waited are sent in their order, and later ones after them", async () => {
  const sent = hook.got().length;
  expect((await store.post(`/webhooks/${hook.webhook.id}/enable`, undefined)).status).toBe(204);
  expect(await read()).toMatchObject({ enabled: true, failingSince: null, disabledAt: null });
  await deliverDue(service);
  await moveTo(store, returnId, "open");
  await deliverDue(service);
  expect(hook.order(returnId).slice(sent)).toEqual(["5", "6", "7"]);
  expect((await store.post(`/webhooks/${hook.webhook.id}/enable`, undefined)).status).toBe(204);
  expect((await history()).map(({ type, by }) => [type, by])).toEqual([
    ["disabled", null],
    ["enabled", "test client"],
  ]);
});

test("a success among the failures begins the three days again", async () => {
  const own = await service.newStore();
  const lucky = await subscribe(service, own);
  lucky.plan(answers(500), answers(500), answers(200), answers(500), answers(500));
  const { id } = await newReturn(own);
  await discardOne();
  await pass(service, 4 * DAY_MS);
  await moveTo(own, id, "in_transit");
  await deliverDue(service);
  await moveTo(own, id, "delivered");
  await discardOne();
  expect(await read(own, lucky.webhook.id)).toMatchObject({ enabled: true, failingSince: anInstant });
});

test("while another transaction has locked a webhook's row, attempts are recorded, and a later one says how it is", async () => {
  const own = await service.newStore();
  const locked = await subscribe(service, own);
  locked.plan(answers(500), answers(500));
  const before = service.log.length;
  await inHeldTransaction(own.ctx.db, async (tx) => {
    await tx.execute(sql`select from webhooks where id = ${locked.webhook.id} for no key update`);
    await newReturn(own);
    await service.drain();
    expect(await deliveriesOf(own, locked.webhook.id)).toMatchObject([{ attempts: [{ status: 500 }] }]);
  });
  expect(service.log.slice(before).filter(({ msg }) => String(msg).startsWith("can't record"))).toEqual([]);
  expect(await read(own, locked.webhook.id)).toMatchObject({ failingSince: null });
  await newReturn(own);
  await service.drain();
  expect(await read(own, locked.webhook.id)).toMatchObject({ failingSince: anInstant });
});

test("many returns that fail at a time disable it once", async () => {
  const own = await service.newStore();
  const dead = await subscribe(service, own);
  dead.plan(...Array.from({ length: 100 }, () => answers(503)));
  const ids: string[] = [];
  for (let i = 0; i < 10; i++) ids.push((await newReturn(own)).id);
  await discardOne();
  await pass(service, 3 * DAY_MS);
  for (const id of ids) await moveTo(own, id, "in_transit");
  await discardOne();
  const { body } = await answerOf(own.get(`/webhooks/${dead.webhook.id}/history`));
  expect((body as { history: unknown[] }).history).toHaveLength(1);
  expect(await pendingOf(own)).toEqual(await pendingEventsOf(own));
});

test("events that wait at a disabled webhook for longer than deliveries are kept are discarded, and can be replayed", async () => {
  const own = await service.newStore();
  const dead = await subscribe(service, own);
  dead.plan(answers(500), answers(500));
  const { id } = await newReturn(own);
  await discardOne();
  await own.ctx.db.execute(sql`update webhooks set disabled_at = now() where store_id = ${own.id}`);
  for (const status of ["in_transit", "delivered"]) await moveTo(own, id, status);
  await age(own, "2 days");
  await moveTo(own, id, "complete");
  await age(own, "29 days");
  await removeOldJob.handle(own.ctx, [{}]);
  const kept = await deliveriesOf(own, dead.webhook.id);
  expect(kept.map(({ sequence, status }) => [sequence, status])).toEqual([
    [4, "pending"],
    [3, "discarded"],
    [2, "discarded"],
  ]);
  expect(await pendingOf(own)).toBe(1);

  await own.post(`/webhooks/${dead.webhook.id}/enable`, undefined);
  await own.post(`/webhooks/${dead.webhook.id}/replay`, { start: "2020-01-01T00:00:00Z" });
  await deliverDue(service);
  const sequences = dead.order(id).slice(2);
  expect(sequences[0]).toBe("4");
  expect(sequences).toHaveLength(4);
});

test("an event that is being sent while old ones are discarded is recorded as delivered, and counted once", async () => {
  const own = await service.newStore();
  const hasty = await subscribe(service, own);
  hasty.plan(async () => {
    expect((await own.post(`/webhooks/${hasty.webhook.id}/disable`, undefined)).status).toBe(204);
    await age(own, "31 days");
    await removeOldJob.handle(own.ctx, [{}]);
    return new Response();
  });
  await newReturn(own);
  await deliverDue(service);
  const [delivery] = await deliveriesOf(own, hasty.webhook.id);
  expect([delivery?.status, delivery?.attempts.length]).toEqual(["delivered", 1]);
  expect(await pendingOf(own)).toBe(0);
});

async function read(of: TestStore = store, webhookId = hook.webhook.id): Promise<WebhookHealth> {
  const { body } = await answerOf(of.get(`/webhooks/${webhookId}/health`));
  return (body as { health: WebhookHealth }).health;
}

async function history(): Promise<WebhookHistoryEntry[]> {
  const { body } = await answerOf(store.get(`/webhooks/${hook.webhook.id}/history`));
  return (body as { history: WebhookHistoryEntry[] }).history;
}

/** Makes both attempts of each event that is due. */
async function discardOne(): Promise<void> {
  await deliverDue(service);
  await pass(service, 1.2 * HOUR_MS);
  await deliverDue(service);
}

/** Makes the events of a store older; ids begin with their creation time. */
async function age(of: TestStore, by: string): Promise<void> {
  await of.ctx.db.execute(sql`
    update webhook_events set id = overlay(id placing '00' from 5), created_at = created_at - ${by}::interval,
      finished_at = finished_at - ${by}::interval where store_id = ${of.id}`);
}

async function pendingOf(of: TestStore): Promise<number> {
  const { rows } = await of.ctx.db.execute<{ pending: number }>(
    sql`select sum(pending)::int as pending from webhook_streams where store_id = ${of.id}`,
  );
  return rows[0]?.pending ?? -1;
}

async function pendingEventsOf(of: TestStore): Promise<number> {
  const { rows } = await of.ctx.db.execute<{ pending: number }>(
    sql`select count(*)::int as pending from webhook_events where store_id = ${of.id} and state = 'pending'`,
  );
  return rows[0]?.pending ?? -1;
}
