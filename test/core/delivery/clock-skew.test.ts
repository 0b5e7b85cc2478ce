import { describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { deliverDue, pass } from "../../support/delivery-time.ts";
import { moveTo, newReturn } from "../../support/returns.ts";
import type { TestService } from "../../support/service.ts";
import { answers, type Subscriber, subscribe } from "../../support/subscriber.ts";
import { useService } from "../../support/use-service.ts";
import { deliveriesOf } from "../../support/webhooks.ts";

const HOUR_MS = 3_600_000;

/** One process with the right time, and one whose clock is skewed. */
const webhookRetrySchedule = [0, 60_000];
const right = useService({ webhookRetrySchedule });
const wrong = useService({ webhookRetrySchedule, databaseOf: right });

describe.each([
  ["an hour fast", HOUR_MS],
  ["an hour slow", -HOUR_MS],
])("a process whose clock is %s", (_, skewMs) => {
  const skew = () => wrong.setClock(new Date(Date.now() + skewMs));

  test("an event is delivered at once, whether the correct or the skewed process published it", async () => {
    const store = await right.newStore();
    const subscriber = await subscribe(right, store);
    wrong.world.on(subscriber.url, () => new Response());
    skew();
    const opened = await newReturn(wrong.as(store));
    await right.drain();
    expect(subscriber.order(opened.id)).toEqual(["1"]);
    await moveTo(store, opened.id, "in_transit");
    await wrong.drain();
    expect(sentBy(wrong, subscriber)).toEqual(["2"]);
  });

  test("the signature's timestamp and the logged attempts have the database's time", async () => {
    const store = await right.newStore();
    const { webhook, url } = await subscribe(right, store);
    const timestamps: number[] = [];
    wrong.world.on(url, ({ headers }) => {
      timestamps.push(Number(headers["webhook-timestamp"]));
      return new Response();
    });
    skew();
    await newReturn(store);
    const before = Date.now();
    await wrong.drain();
    const [delivery] = await deliveriesOf(store, webhook.id);
    const sentAt = Date.parse(delivery?.attempts[0]?.at ?? "");
    expect(sentAt).toBeWithin(before, Date.now() + 1);
    expect(timestamps).toEqual([Math.floor(sentAt / 1_000)]);
  });

  test("a failed attempt is retried after the schedule's pause, and after a Retry-After date", async () => {
    const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toUTCString();
    for (const [headers, seconds] of [
      [{}, 60],
      [{ "retry-after": inMinutes(10) }, 600],
    ] as const) {
      const store = await right.newStore();
      const subscriber = await subscribe(right, store);
      wrong.world.on(subscriber.url, answers(500, headers));
      skew();
      const opened = await newReturn(wrong.as(store));
      await wrong.drain();
      expect(sentBy(wrong, subscriber)).toEqual(["1"]);
      await pass(right, (0.8 * seconds - 5) * 1_000);
      await deliverDue(right);
      expect(subscriber.order(opened.id)).toEqual([]);
      await pass(right, 0.4 * seconds * 1_000);
      await deliverDue(right);
      expect(subscriber.order(opened.id)).toEqual(["1"]);
    }
  });

  test("a redelivery is sent at once", async () => {
    const store = await right.newStore();
    const { webhook, plan, order } = await subscribe(right, store);
    plan(answers(500));
    const opened = await newReturn(store);
    await right.drain();
    const [waiting] = await deliveriesOf(store, webhook.id);
    skew();
    const path = `/webhooks/${webhook.id}/deliveries/${waiting?.deliveryId}/redeliver`;
    expect((await wrong.as(store).post(path, undefined)).status).toBe(202);
    await right.drain();
    expect(order(opened.id)).toEqual(["1", "1"]);
  });

  test("the previous secret signs for 24 hours after a rotation", async () => {
    const store = await right.newStore();
    const { webhook } = await subscribe(right, store);
    skew();
    await wrong.as(store).post(`/webhooks/${webhook.id}/rotate-secret`, undefined);
    const { rows } = await store.ctx.db.execute<{ hours: number }>(sql`
      select (extract(epoch from previous_signing_secret_until - now()) / 3600)::float8 as hours
      from webhooks where store_id = ${store.id}`);
    expect(rows[0]?.hours).toBeWithin(23.9, 24.01);
  });
});

function sentBy({ world }: TestService, { url }: Subscriber): (string | undefined)[] {
  return world.seen
    .filter((request) => request.url === url)
    .map(({ headers }) => headers["webhook-sequence"]);
}
