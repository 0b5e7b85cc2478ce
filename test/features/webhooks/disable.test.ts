import { expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { meetAtWrites } from "../../support/lock-waits.ts";
import { moveTo, newReturn } from "../../support/returns.ts";
import { answers, subscribe } from "../../support/subscriber.ts";
import { useService } from "../../support/use-service.ts";
import { deliveriesOf } from "../../support/webhooks.ts";

const service = useService({ webhookRetrySchedule: [0] });
const twin = useService({ databaseOf: service });

async function subscribed() {
  const store = await service.newStore();
  const subscriber = await subscribe(service, store);
  const { id } = subscriber.webhook;
  const health = async () => {
    const response = await store.get(`/webhooks/${id}/health`);
    return ((await response.json()) as { health: unknown }).health;
  };
  const switchTo = async (action: "disable" | "enable") => {
    expect((await store.post(`/webhooks/${id}/${action}`, undefined)).status).toBe(204);
  };
  return { ...subscriber, store, id, health, switchTo };
}

test("a disabled webhook's events wait, and are sent in order once it is enabled", async () => {
  const { store, order, health, switchTo } = await subscribed();
  const opened = await newReturn(store);
  await service.drain();
  await switchTo("disable");
  await switchTo("disable");
  await moveTo(store, opened.id, "in_transit");
  await moveTo(store, opened.id, "delivered");
  await service.drain({ sweeps: true });
  expect(order(opened.id)).toEqual(["1"]);
  expect(await health()).toEqual({
    ...{ enabled: false, pending: 2, delivered: 1, discarded: 0 },
    ...{ failingSince: null, disabledAt: expect.any(String), oldestPendingAt: expect.any(String) },
    nextAttemptAt: null,
  });
  await switchTo("enable");
  await service.drain({ sweeps: true });
  expect(order(opened.id)).toEqual(["1", "2", "3"]);
  expect(await health()).toEqual({
    ...{ enabled: true, pending: 0, delivered: 3, discarded: 0, oldestPendingAt: null },
    ...{ failingSince: null, disabledAt: null, nextAttemptAt: null },
  });
});

test("an enabled webhook's events are sent at once, not by the next sweep", async () => {
  const { store, order, switchTo } = await subscribed();
  await switchTo("disable");
  const opened = [await newReturn(store), await newReturn(store)];
  // Their wake-ups find the webhook disabled.
  await service.drain();
  await switchTo("enable");
  await service.drain();
  expect(opened.map(({ id }) => order(id))).toEqual([["1"], ["1"]]);
});

test("a webhook that two processes disable at once is disabled once", async () => {
  const { store, id } = await subscribed();
  const answers = await meetAtWrites(store, "webhooks", [
    () => store.post(`/webhooks/${id}/disable`, undefined),
    () => twin.as(store).post(`/webhooks/${id}/disable`, undefined),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([204, 204]);
  const { rows } = await store.ctx.db.execute(
    sql`select type from webhook_history where store_id = ${store.id}`,
  );
  expect(rows).toEqual([{ type: "disabled" }]);
});

test("an attempt that has begun is completed, and the next event waits", async () => {
  const { store, plan, order, switchTo } = await subscribed();
  plan(async () => {
    await switchTo("disable");
    return new Response();
  });
  const opened = await newReturn(store);
  await moveTo(store, opened.id, "in_transit");
  await service.drain({ sweeps: true });
  expect(order(opened.id)).toEqual(["1"]);
});

test("health counts what was given up in the last 24 hours, of this webhook alone", async () => {
  const { store, plan, health } = await subscribed();
  const other = await subscribed();
  plan(answers(500));
  await newReturn(store);
  await service.drain();
  expect(await health()).toMatchObject({ pending: 0, delivered: 0, discarded: 1 });
  expect(await other.health()).toMatchObject({ pending: 0, delivered: 0, discarded: 0 });
});

test("a delivery is read with the body that was sent, by who may read returns", async () => {
  const { store, id, got } = await subscribed();
  await newReturn(store);
  await service.drain();
  const [delivery] = await deliveriesOf(store, id);
  const path = `/webhooks/${id}/deliveries/${delivery?.deliveryId}`;
  const response = await store.get(path);
  const read = ((await response.json()) as { delivery: Record<string, unknown> }).delivery;
  expect(read).toMatchObject({ ...delivery });
  expect(read.payload).toBe(got()[0]?.body ?? "");
  expect((await (await store.withScopes("webhooks_read")).get(path)).status).toBe(403);
});
