import { afterAll, beforeAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { forgetJob } from "../src/subscriptions/forget-job.ts";
import { moveTo, newReturn } from "./support/returns.ts";
import { startService, type TestService, type TestStore } from "./support/service.ts";
import { deliveriesOf, newWebhook } from "./support/webhooks.ts";

const DAY = 24 * 3600 * 1000;
const URL_OF_RECEIVER = "https://hooks.example.com/forget";

let service: TestService;
let store: TestStore;
beforeAll(async () => {
  service = await startService({ webhookRetrySchedule: [0] });
  store = await service.newStore();
});
afterAll(() => service.stop());

test("thirty days later what was delivered or discarded is gone, and what is pending is there with its content", async () => {
  const { id: kept } = await newWebhook(store, { callback: { url: URL_OF_RECEIVER } });
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
  expect((await deliveriesOf(store, kept)).map(({ status }) => status)).toEqual([
    "pending",
    "discarded",
    "delivered",
  ]);

  await forgetJob.handle(service.ctx, [{}]);
  expect(await counts()).toEqual({ events: 6, attempts: 4, payloads: 3 });

  service.setClock(new Date(Date.now() + 31 * DAY));
  await forgetJob.handle(service.ctx, [{}]);
  service.setClock(undefined);
  expect((await deliveriesOf(store, kept)).map(({ sequence, status }) => [sequence, status])).toEqual([
    [3, "pending"],
  ]);
  expect(await deliveriesOf(store, late)).toHaveLength(1);
  expect(await counts()).toEqual({ events: 2, attempts: 0, payloads: 1 });

  isUp = true;
  await service.drain();
  await moveTo(store, opened.id, "complete");
  await service.drain();
  expect((await deliveriesOf(store, kept)).map(({ sequence, status }) => [sequence, status])).toEqual([
    [4, "delivered"],
    [3, "delivered"],
  ]);
});

test("this is done once a day", () => expect(forgetJob.cron).toMatch(/^\d+ \d+ \* \* \*$/));

async function counts(): Promise<object> {
  const { rows } = await service.ctx.db.execute<Record<string, number>>(sql`
    select (select count(*)::int from webhook_events where store_id = ${store.id}) as events,
      (select count(*)::int from webhook_attempts where store_id = ${store.id}) as attempts,
      (select count(*)::int from webhook_payloads where store_id = ${store.id}) as payloads`);
  return rows[0] ?? {};
}
