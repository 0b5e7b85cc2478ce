import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { inTransaction } from "../../src/ctx.ts";
import { acquireLeases, type Lease } from "../../src/delivery/leases.ts";
import { recordAttempts } from "../../src/delivery/record-attempts.ts";
import { untilLockWaits } from "../support/lock-waits.ts";
import { moveTo, newReturn } from "../support/returns.ts";
import { startService, type TestService } from "../support/service.ts";
import { answers, subscribe } from "../support/subscriber.ts";
import { deliveriesOf } from "../support/webhooks.ts";

let service: TestService;
beforeAll(async () => {
  // Two attempts, an hour apart: what comes without that pause was asked for.
  service = await startService({ webhookRetrySchedule: [0, 3_600_000] });
});
afterAll(() => service.stop());

async function subscribed() {
  const store = await service.newStore();
  const subscriber = await subscribe(service, store);
  const { id } = subscriber.webhook;
  const redeliver = async (sequence: number) => {
    const delivery = (await deliveriesOf(store, id)).find((one) => one.sequence === sequence);
    const path = `/webhooks/${id}/deliveries/${delivery?.deliveryId}/redeliver`;
    expect((await store.post(path, undefined)).status).toBe(202);
  };
  /** An attempt during which an event is asked for again, and what it is answered. */
  const meanwhile = (sequence: number, status: number) => async () => {
    await redeliver(sequence);
    return new Response(null, { status });
  };
  const states = async () =>
    (await deliveriesOf(store, id)).map(({ sequence, status, attempts }) => [
      sequence,
      status,
      ...attempts.map((attempt) => attempt.status),
    ]);
  return { ...subscriber, store, redeliver, meanwhile, states };
}

describe("an event that is asked for again while it is being sent", () => {
  test("goes out right after an attempt that failed, and not after that attempt's pause", async () => {
    const { store, plan, order, meanwhile, states } = await subscribed();
    plan(meanwhile(1, 500));
    const opened = await newReturn(store);
    await moveTo(store, opened.id, "in_transit");
    await service.drain();
    expect(order(opened.id)).toEqual(["1", "1", "2"]);
    expect(await states()).toEqual([
      [2, "delivered", 200],
      [1, "delivered", 500, 200],
    ]);
  });

  test("goes out once more after an attempt that succeeded", async () => {
    const { store, plan, order, meanwhile, states } = await subscribed();
    plan(meanwhile(1, 200));
    const opened = await newReturn(store);
    await moveTo(store, opened.id, "in_transit");
    await service.drain();
    expect(order(opened.id)).toEqual(["1", "1", "2"]);
    expect(await states()).toEqual([
      [2, "delivered", 200],
      [1, "delivered", 200, 200],
    ]);
  });

  test("goes out once more when it is asked for while its success is being written", async () => {
    const { store, webhook, order, redeliver } = await subscribed();
    const opened = await newReturn(store);
    const subject = { storeId: store.id, webhookId: webhook.id, returnId: opened.id };
    const [lease] = (await acquireLeases(service.ctx, [subject])) as [Lease];
    const attempt = {
      ...{ outcome: "delivered" as const, at: new Date(), status: 200, durationMs: 1, error: null },
      ...{ answer: null, pauseMs: 0 },
    };
    let asked: Promise<void> | undefined;
    await inTransaction(service.ctx, async (tx) => {
      await recordAttempts(tx, [{ lease, attempt, keepsLease: false }]);
      asked = redeliver(1);
      await untilLockWaits(service);
    });
    await asked;
    await service.drain();
    expect(order(opened.id)).toEqual(["1"]);
  });

  test("has all attempts again after its last one", async () => {
    const { store, plan, order, redeliver, meanwhile, states } = await subscribed();
    plan(answers(500), meanwhile(1, 500), answers(500));
    const opened = await newReturn(store);
    await service.drain();
    await redeliver(1);
    await service.drain();
    expect(order(opened.id)).toEqual(["1", "1", "1"]);
    expect(await states()).toEqual([[1, "pending", 500, 500, 500]]);
  });

  test("goes out once more, however often it was asked for", async () => {
    const { store, plan, order, redeliver } = await subscribed();
    plan(async () => {
      for (let i = 0; i < 3; i++) await redeliver(1);
      return new Response();
    });
    const opened = await newReturn(store);
    await service.drain();
    expect(order(opened.id)).toEqual(["1", "1"]);
  });
});

test("an earlier event that is asked for while a later one fails doesn't wait for that one's pause", async () => {
  const { store, plan, order, meanwhile, states } = await subscribed();
  plan(answers(200), meanwhile(1, 500));
  const opened = await newReturn(store);
  await moveTo(store, opened.id, "in_transit");
  await service.drain();
  expect(order(opened.id)).toEqual(["1", "2", "1", "2"]);
  expect(await states()).toEqual([
    [2, "delivered", 500, 200],
    [1, "delivered", 200, 200],
  ]);
});

test("what was asked for again, waiting or delivered, is counted once: when all is delivered nothing is left to send", async () => {
  const { store, plan, order, redeliver } = await subscribed();
  plan(answers(500));
  const opened = await newReturn(store);
  await moveTo(store, opened.id, "in_transit");
  await service.drain();
  for (const sequence of [1, 1]) await redeliver(sequence);
  await service.drain();
  await redeliver(2);
  await service.drain();
  expect(order(opened.id)).toEqual(["1", "1", "2", "2"]);
  const { rows } = await service.ctx.db.execute(
    sql`select pending, due_at from webhook_subjects where store_id = ${store.id}`,
  );
  expect(rows).toEqual([{ pending: 0, due_at: null }]);
});
